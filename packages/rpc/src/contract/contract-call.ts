import { type SmallUnits, type Address } from '@coin/units';
import { functionSelectorArgument, selectorHex } from '../abi/function-selector.ts';
import { toAddress } from '../address/address.ts';
import { argumentInvalid, int64Argument, hexArgument } from '../encoding/arguments.ts';

/** The called function: its signature and encoded arguments, or the whole call data. */
export type CallInput =
  | {
      /** `name(type,…)` with the types' full names and without blanks: `transfer(address,uint256)`. */
      readonly functionSelector: string;
      /** Hex of the encoded arguments, whole words of 32 bytes; optional when there are none. */
      readonly parameter?: string;
      readonly data?: undefined;
    }
  | {
      /** Hex: selector and arguments, or the creation code of a deployment. */
      readonly data: string;
      readonly functionSelector?: undefined;
      readonly parameter?: undefined;
    };

/** A call of a contract, or a deployment if `contract` is absent. */
export type ContractCall = {
  /** The caller: base58check or 41-hex. */
  readonly owner: string;
  /** base58check or 41-hex. Absent to simulate a deployment, with its creation code in `data`. */
  readonly contract?: string;
  /** Coin sent along, in small units. */
  readonly callValue?: SmallUnits;
} & CallInput;

export interface PreparedCall {
  readonly owner: Address;
  readonly contract: Address | undefined;
  readonly callValue: bigint;
  /** The whole call data in hex. A function, because only transactions need it and hashing takes time. */
  readonly data: () => string;
  /** The request's fields. */
  readonly body: { readonly [key: string]: string | bigint | undefined };
}

/** Checks a call's arguments and brings both ways of naming the function into one form. */
export function prepareContractCall(call: ContractCall): PreparedCall {
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
    for (const name of ['functionSelector', 'parameter'] as const)
      if (call[name] !== undefined) throw argumentInvalid('data', `given with ${name}`, 'given alone');
    return { owner, contract, callValue, data: () => data, body: { ...common, data } };
  }
  const signature = functionSelectorArgument('functionSelector', call.functionSelector);
  const parameter = hexArgument('parameter', call.parameter ?? '');
  if (parameter.length % 64 !== 0) throw argumentInvalid('parameter', call.parameter, 'whole words of 32 bytes in hex');
  if (contract === undefined) throw argumentInvalid('contract', 'absent', 'an address');
  return {
    owner,
    contract,
    callValue,
    data: () => selectorHex(signature) + parameter,
    body: { ...common, function_selector: signature, parameter },
  };
}
