import { type SmallUnits, type Address } from '@coin/units';
import { object, type output } from 'zod/mini';
import { addressFromWord, toAddress } from '../address/address.ts';
import { visibleText } from '../address/visible-form.ts';
import {
  bigintOrZero,
  optionalArray,
  optionalBoolean,
  optionalQuantity,
  optionalString,
} from '../transport/answer/wire-schema.ts';

/** @internal */
export const logSchema = /* @__PURE__ */ object({
  address: optionalString,
  topics: /* @__PURE__ */ optionalArray(optionalString),
  data: optionalString,
});

/** @internal */
export const internalTransactionSchema = /* @__PURE__ */ object({
  caller_address: optionalString,
  transferTo_address: optionalString,
  note: optionalString,
  rejected: optionalBoolean,
  callValueInfo: /* @__PURE__ */ optionalArray(
    /* @__PURE__ */ object({ callValue: optionalQuantity, tokenId: optionalString }),
  ),
});

/** An event that a contract emitted. */
export interface ContractLog {
  readonly address: Address;
  /** 64 hex digits each. */
  readonly topics: readonly string[];
  /** Hex. */
  readonly data: string;
}

/**
 * A contract's call, transfer or creation. For library code that runs by DELEGATECALL, `to` is the contract that calls
 * it.
 */
export interface InternalTransaction {
  readonly caller: Address;
  readonly to: Address;
  /** `call`, `create`, `suicide` and so on, in the node's words. */
  readonly note: string;
  /** Undone, because it failed or something around it did. */
  readonly rejected: boolean;
  /** Small units. */
  readonly callValue: SmallUnits;
  /** TRC-10 tokens sent along, in their smallest units. */
  readonly tokens: readonly { readonly id: string; readonly amount: bigint }[];
}

/**
 * The node prints the same address with its first byte or as the virtual machine's 20 bytes, in base58check or hex,
 * depending on the path.
 */
const toAddressInAnyForm = (value = ''): Address =>
  value.length === 34 || value.length === 42 ? toAddress(value) : addressFromWord(value);

/** @internal */
export const readLog = ({ address, topics = [], data = '' }: output<typeof logSchema>): ContractLog => ({
  address: toAddressInAnyForm(address),
  topics: topics.map((topic) => topic ?? ''),
  data,
});

/** @internal */
export const readInternalTransaction = ({
  caller_address: caller,
  transferTo_address: to,
  note = '',
  rejected = false,
  callValueInfo = [],
}: output<typeof internalTransactionSchema>): InternalTransaction => ({
  caller: toAddressInAnyForm(caller),
  to: toAddressInAnyForm(to),
  note: visibleText(note),
  rejected,
  callValue: bigintOrZero(callValueInfo.find(({ tokenId }) => tokenId === undefined)?.callValue),
  tokens: callValueInfo.flatMap(({ tokenId: id, callValue }) =>
    id === undefined ? [] : [{ id, amount: bigintOrZero(callValue) }],
  ),
});
