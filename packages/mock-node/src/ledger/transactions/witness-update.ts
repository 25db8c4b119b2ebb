import { isAddress } from '../../protocol/address.ts';
import { WitnessUpdateContract } from '../../protocol/messages/contract-messages.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getWitness, updateWitness } from '../../state/accessors/witnesses.ts';
import { isWitnessUrl, witnessUrl } from '../governance/witness-url.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Changes a witness's URL. docs/protocol/governance.md, WitnessUpdate. */
export const witnessUpdate: TransactionType = /* @__PURE__ */ nativeType({
  schema: WitnessUpdateContract,

  validate({ state }, { owner_address: owner, update_url: url }) {
    if (!isAddress(owner)) throw new ContractValidateError('Invalid address');
    if (getAccount(state, owner) === undefined) throw new ContractValidateError('account does not exist');
    if (!isWitnessUrl(url)) throw new ContractValidateError('Invalid url');
    if (getWitness(state, owner) === undefined) throw new ContractValidateError('Witness does not exist');
  },

  execute({ state }, { owner_address: owner, update_url: url }) {
    updateWitness(state, owner, { url: witnessUrl(url) });
    return { fee: 0n };
  },
});
