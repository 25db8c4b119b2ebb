import { type Address } from '../../protocol/primitives.ts';
import { getAccount, putAccount } from '../../state/accessors/accounts.ts';
import { type State } from '../../state/root.ts';

/** Adds small units to the amount that an account may withdraw. */
export function addAllowance(state: State, address: Address, amount: bigint): void {
  const account = getAccount(state, address);
  if (account !== undefined) putAccount(state, { ...account, allowance: account.allowance + amount });
}
