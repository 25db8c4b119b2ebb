import { type Abi, type AbiParameter } from '@coin/units';
import { addressFromWord } from '../address/address.ts';
import { argumentInvalid } from '../encoding/arguments.ts';
import { hexToBytes } from '../encoding/hex.ts';
import { errorBySelector } from './abi-signature.ts';

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

/** `length` hex digits of the data from `at` on; throws when the data is too short. */
function sliceHex(data: string, at: number, length = WORD): string {
  if (data.length < at + length) throw new RangeError();
  return data.slice(at, at + length);
}

/** A value in readable form; hex of its first word for types that are not elementary. */
function formatValue(data: string, at: number, type: string): string {
  const word = sliceHex(data, at);
  const number = BigInt(`0x${word}`);
  if (type === 'address') return addressFromWord(word.slice(24));
  if (type === 'bool') return String(number !== 0n);
  if (/^uint\d*$/.test(type)) return String(number);
  if (/^int\d*$/.test(type)) return String(BigInt.asIntN(256, number));
  const sized = /^bytes(\d+)$/.exec(type);
  if (sized !== null) return `0x${word.slice(0, Number(sized[1]) * 2)}`;
  if (type !== 'string' && type !== 'bytes') return `0x${word}`;
  const start = Number(number) * 2;
  const content = sliceHex(data, start + WORD, Number(`0x${sliceHex(data, start)}`) * 2);
  return type === 'string' ? new TextDecoder().decode(hexToBytes(content)) : `0x${content}`;
}

/** Number of words that a value takes in a list of values; NaN if the list holds only its offset, in one word. */
function staticWords({ type, components = [] }: AbiParameter): number {
  const [base, ...lengths] = type.split('[');
  const dynamic = base === 'string' || base === 'bytes' ? Number.NaN : 1;
  const words = base === 'tuple' ? components.reduce((sum, component) => sum + staticWords(component), 0) : dynamic;
  return lengths.reduce((product, length) => product * Number.parseInt(length, 10), words);
}

function formatValues(data: string, inputs: readonly AbiParameter[]): string[] {
  let at = 0;
  return inputs.map((input) => {
    const value = formatValue(data, at, input.type);
    at += (staticWords(input) || 1) * WORD;
    return value;
  });
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
  if (typeof data !== 'string') throw argumentInvalid('data', data, 'a string');
  if (data === '') return 'no reason given';
  const selector = data.slice(0, 8);
  const values = data.slice(8);
  try {
    if (selector === '08c379a0') return formatValue(values, 0, 'string');
    if (selector === '4e487b71') {
      const code = BigInt(`0x${values.slice(0, WORD)}`).toString(16);
      return `panic 0x${code.padStart(2, '0')}${code in PANICS ? `: ${PANICS[code]}` : ''}`;
    }
    const error = errorBySelector(abi, selector);
    if (error !== undefined) return `${error.name ?? ''}(${formatValues(values, error.inputs ?? []).join(', ')})`;
  } catch {
    // Data that only resembles one of these is shown as hex.
  }
  return `0x${data}`;
}
