import type { SmallUnits } from '@coin/units';
import { object } from 'zod/mini';
import { addressFromWord, toAddress, type Address } from '../encoding/address.ts';
import {
  bigintOrZero,
  optionalBoolean,
  optionalInt64,
  optionalArray,
  optionalString,
} from '../transport/wire-schema.ts';
import { hexToBytes, isHex } from '../encoding/hex.ts';

export const logSchema = /* @__PURE__ */ object({
  address: optionalString,
  topics: /* @__PURE__ */ optionalArray(/* @__PURE__ */ optionalString),
  data: optionalString,
});

export const internalTransactionSchema = /* @__PURE__ */ object({
  caller_address: optionalString,
  transferTo_address: optionalString,
  note: optionalString,
  rejected: optionalBoolean,
  callValueInfo: /* @__PURE__ */ optionalArray(
    /* @__PURE__ */ object({ callValue: optionalInt64, tokenId: optionalString }),
  ),
});

/** An event that a contract wrote. */
export interface ContractLog {
  address: Address;
  /** 64 hex digits each. */
  topics: string[];
  /** Hex. */
  data: string;
}

/** What a contract did to another account or contract. A library's code called by DELEGATECALL shows its caller as `to`. */
export interface InternalTransaction {
  caller: Address;
  to: Address;
  /** `call`, `create`, `suicide` and so on, as the node notes it. */
  note: string;
  /** Undone, because it or something around it failed. */
  rejected: boolean;
  /** Small units. */
  callValue: SmallUnits;
  /** Tokens of the network's own kind that went along, in their smallest units. */
  tokens: { id: string; amount: bigint }[];
}

/** The node prints the same address with its first byte, or as the machine's 20 bytes, in base58check or hex, depending on the path. */
const anyAddress = (value = ''): Address =>
  value.length === 34 || value.length === 42 ? toAddress(value) : addressFromWord(value);

export const readLog = (wire: {
  address?: string | undefined;
  topics?: (string | undefined)[] | undefined;
  data?: string | undefined;
}): ContractLog => ({
  address: anyAddress(wire.address),
  topics: (wire.topics ?? []).map((topic) => topic ?? ''),
  data: wire.data ?? '',
});

export const readInternalTransaction = (wire: {
  caller_address?: string | undefined;
  transferTo_address?: string | undefined;
  note?: string | undefined;
  rejected?: boolean | undefined;
  callValueInfo?: { callValue?: number | bigint | undefined; tokenId?: string | undefined }[] | undefined;
}): InternalTransaction => ({
  caller: anyAddress(wire.caller_address),
  to: anyAddress(wire.transferTo_address),
  note: isHex(wire.note ?? '') ? new TextDecoder().decode(hexToBytes(wire.note ?? '')) : (wire.note ?? ''),
  rejected: wire.rejected ?? false,
  callValue: bigintOrZero((wire.callValueInfo ?? []).find((info) => info.tokenId === undefined)?.callValue),
  tokens: (wire.callValueInfo ?? []).flatMap(({ tokenId: id, callValue }) =>
    id === undefined ? [] : [{ id, amount: bigintOrZero(callValue) }],
  ),
});
