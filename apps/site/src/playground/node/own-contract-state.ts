import { textField } from '../address/address-state.ts';
import { type OwnContract } from './own-contract.ts';

/** What the address of a panel holds of a contract of the reader's own. */
export const ownContractFields = {
  code: textField({ maxLength: 100_000 }),
  abi: textField({ maxLength: 100_000 }),
  function: textField({ maxLength: 200 }),
  args: textField({ maxLength: 10_000 }),
};

export type OwnContractState = { -readonly [Name in keyof typeof ownContractFields]: string };

/** What is typed into a form, as a contract. */
export const contractOf = ({ code, abi, function: functionName, args }: OwnContractState): OwnContract => ({
  bytecode: code,
  abi,
  functionName,
  args,
});

/** A contract as it is typed into a form. */
export const stateOf = ({ bytecode, abi, functionName, args }: OwnContract): OwnContractState => ({
  code: bytecode,
  abi,
  function: functionName,
  args,
});
