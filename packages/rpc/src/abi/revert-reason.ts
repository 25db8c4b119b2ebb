import { type Abi } from '@coin/units';
import { hexToBytes } from '../encoding/hex.ts';
import { decodeError } from './decode-error.ts';

/** Source: the Solidity documentation, "Panic via assert and Error via require". */
const PANICS: Readonly<Record<string, string>> = {
  '1': 'assertion failed',
  '11': 'arithmetic overflow or underflow',
  '12': 'division by zero',
  '21': 'invalid enum value',
  '22': 'invalid encoding of storage bytes',
  '31': 'pop from an empty array',
  '32': 'index out of bounds',
  '41': 'out of memory',
  '51': 'call of an uninitialized function',
};

/** Hex digits of a word. */
const WORD = 64;

/** The text of `Error(string)`. Some contracts leave out the zeros behind it. */
function readText(values: string): string | undefined {
  const at = 2 * Number(`0x${values.slice(0, WORD)}`);
  const start = at + WORD;
  const end = start + 2 * Number(`0x${values.slice(at, start)}`);
  return end <= values.length ? new TextDecoder().decode(hexToBytes(values.slice(start, end))) : undefined;
}

/** A decoded value as people read it. */
function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatValue).join(', ')}]`;
  return value instanceof Object ? `(${Object.values(value).map(formatValue).join(', ')})` : String(value);
}

/** Returns the reason in data of `Error(string)` or `Panic(uint256)`, and other data as it is. */
export function describeBuiltInError(data: string): string {
  if (data === '') return 'no reason given';
  const selector = data.slice(0, 8);
  const values = data.slice(8);
  if (selector === '08c379a0') return readText(values) ?? `0x${data}`;
  const code = /^0*([\da-f]+)/.exec(values.slice(0, WORD))?.[1];
  if (selector !== '4e487b71' || code === undefined) return `0x${data}`;
  return `panic 0x${code.padStart(2, '0')}${code in PANICS ? `: ${PANICS[code]}` : ''}`;
}

/**
 * Returns why a contract reverted: the text of `Error(string)`, the meaning of `Panic(uint256)`, an error of the given
 * ABI with its values, or the data itself if none of these fits.
 *
 * Source: docs/protocol/contract-calls.md, triggerconstantcontract outcomes; the Solidity documentation, "Contract ABI
 * Specification".
 *
 * @param data - the call's result in hex: `constantResult`, `contractResult`
 * @param abi - ABI of the contract; only its errors are used
 *
 * @example
 * ```ts
 * import { revertReason } from '@coin/rpc';
 *
 * const abi = [{ type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] }];
 * revertReason('4e487b710000000000000000000000000000000000000000000000000000000000000011');
 * // => 'panic 0x11: arithmetic overflow or underflow'
 * revertReason('c818d59a0000000000000000000000000000000000000000000000000000000000000005', abi); // => 'Short(5)'
 * revertReason(''); // => 'no reason given'
 * ```
 */
export function revertReason(data: string, abi: Abi = []): string {
  const reason = describeBuiltInError(data);
  if (reason !== `0x${data}`) return reason;
  try {
    const error = decodeError({ abi, data });
    return error === undefined ? reason : `${error.errorName}(${error.args.map(formatValue).join(', ')})`;
  } catch {
    // The data is not hex, or the ABI has a type that is not one.
    return reason;
  }
}
