import { isAddress } from '../../protocol/address.ts';
import { WitnessUpdateContract } from '../../protocol/contract-messages.ts';
import { ContractType } from '../../protocol/enumerations.ts';
import type { MessageOf } from '../../protocol/schema.ts';
import { getAccount } from '../../state/accounts.ts';
import { getWitness, updateWitness } from '../../state/witnesses.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import type { TransactionType } from './transaction-type.ts';
import { isWitnessUrl, witnessUrl } from '../governance/witness-url.ts';

/** A witness names another page of its own. docs/protocol/governance.md, WitnessUpdate. */
export const witnessUpdate: TransactionType<MessageOf<typeof WitnessUpdateContract>> = {
  name: 'WitnessUpdateContract',
  number: ContractType.values.WitnessUpdateContract,
  schema: WitnessUpdateContract,
  owner: (contract) => contract.owner_address,

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
};
