import type { SmallUnits } from '@coin/units';
import { toAddress, type Address } from '../encoding/address.ts';
import { hexArgument, int64Argument, invalidArgument, stringArgument } from '../encoding/arguments.ts';
import { bytesToHex } from '../encoding/hex.ts';
import { keccak256 } from '../encoding/keccak256.ts';
import type { Abi } from './abi.ts';

/** What is called, by signature and arguments or by ready data. */
export type CallInput =
  | {
      /** `name(type,…)`, hashed as it stands. */
      functionSelector: string;
      /** Hex of the encoded arguments; may be left out when there are none. */
      parameter?: string;
      data?: undefined;
    }
  | {
      /** Hex: selector and arguments, or a contract's creation code where no contract is named. */
      data: string;
      functionSelector?: undefined;
      parameter?: undefined;
    };

/** A contract's call, or a deployment where `contract` is left out. */
export type ContractCall = {
  /** Who calls: base58check or 41-hex. */
  owner: string;
  /** base58check or 41-hex; left out for the simulation of a deployment, whose code stands in `data`. */
  contract?: string;
  /** Coin sent along, in small units. */
  callValue?: SmallUnits;
  /** Names the contract's own errors, so that a revert with one can be read. */
  abi?: Abi;
} & CallInput;

export interface ReadCall {
  owner: Address;
  contract: Address | undefined;
  callValue: bigint;
  /** What the contract gets: hex. Only transactions need it, and hashing takes its time. */
  data: () => string;
  /** Fields of the request. */
  body: { readonly [key: string]: string | bigint | undefined };
}

/** The first four bytes of the signature's hash, hex. Source: docs/protocol/contract-calls.md, Parameter rules. */
export const functionSelectorHex = (signature: string): string =>
  bytesToHex(keccak256(new TextEncoder().encode(signature)).subarray(0, 4));

/** Checks a call's arguments, and writes what both ways of naming the function come to. */
export function readContractCall(call: ContractCall): ReadCall {
  const owner = toAddress(call.owner);
  const contract = call.contract === undefined ? undefined : toAddress(call.contract);
  const callValue = call.callValue === undefined ? 0n : int64Argument('callValue', call.callValue);
  const common = {
    owner_address: owner,
    contract_address: contract,
    call_value: callValue === 0n ? undefined : callValue,
  };
  if (call.data !== undefined) {
    const data = hexArgument('data', call.data);
    if (call.functionSelector !== undefined)
      throw invalidArgument('data', 'given with functionSelector', 'one of them');
    return { owner, contract, callValue, data: () => data, body: { ...common, data } };
  }
  const signature = stringArgument('functionSelector', call.functionSelector);
  const parameter = hexArgument('parameter', call.parameter ?? '');
  if (contract === undefined) throw invalidArgument('contract', 'absent', 'an address');
  return {
    owner,
    contract,
    callValue,
    data: () => functionSelectorHex(signature) + parameter,
    body: { ...common, function_selector: signature, parameter },
  };
}
