import { type Address } from '../../protocol/primitives.ts';
import { newAccount, putAccount } from '../../state/accessors/accounts.ts';
import { headTime } from '../../state/accessors/blocks.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type Account } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { defaultPermissions } from './default-permissions.ts';

/** Creates an account as transfers and account creations do, with the head block's time and default permissions. */
export function createAccount(state: State, address: Address, type: Account['type'] = 'Normal'): void {
  putAccount(
    state,
    newAccount({
      address,
      type,
      createTime: headTime(state),
      ...(isEnabled(state, 'getAllowMultiSign') && defaultPermissions(state, address)),
    }),
  );
}
