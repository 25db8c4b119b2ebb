import { addressFromWord } from '../encoding/address.ts';
import { hexToBytes } from '../encoding/hex.ts';
import type { Abi, AbiParameter } from './abi.ts';
import { functionSelectorHex } from './contract-call.ts';

/** Source: the Solidity documentation, "Panic via assert and Error via require". */
const PANICS: Readonly<Record<string, string>> = {
  '1': 'assertion failed',
  '11': 'arithmetic overflow or underflow',
  '12': 'division by zero',
  '21': 'no such enum value',
  '22': 'storage bytes wrongly encoded',
  '31': 'pop of an empty array',
  '32': 'index out of bounds',
  '41': 'too much memory',
  '51': 'call of an unset function',
};

const WORD = 64;

/** So many hex digits of the data; throws when it is too short. */
function take(data: string, at: number, length = WORD): string {
  if (data.length < at + length) throw new RangeError();
  return data.slice(at, at + length);
}

/** A value as a person reads it; hex of its first word for types that are not elementary. */
function readValue(data: string, at: number, type: string): string {
  const word = take(data, at);
  const number = BigInt(`0x${word}`);
  if (type === 'address') return addressFromWord(word.slice(24));
  if (type === 'bool') return String(number !== 0n);
  if (/^uint\d*$/.test(type)) return String(number);
  if (/^int\d*$/.test(type)) return String(BigInt.asIntN(256, number));
  const sized = /^bytes(\d+)$/.exec(type);
  if (sized !== null) return `0x${word.slice(0, Number(sized[1]) * 2)}`;
  if (type !== 'string' && type !== 'bytes') return `0x${word}`;
  const start = Number(number) * 2;
  const content = take(data, start + WORD, Number(`0x${take(data, start)}`) * 2);
  return type === 'string' ? new TextDecoder().decode(hexToBytes(content)) : `0x${content}`;
}

const readValues = (data: string, inputs: readonly AbiParameter[]): string[] =>
  inputs.map((input, i) => readValue(data, i * WORD, input.type));

/**
 * What a contract meant by reverting: the text of `Error(string)`, the meaning of `Panic(uint256)`, an error of the given
 * interface with its values, or the data itself where none of these fits.
 *
 * @param data - hex of what the call returned: `constantResult[0]`, `contractResult[0]`
 * @param abi - the contract's interface; only its errors are looked at
 *
 * Source: docs/protocol/contract-calls.md, triggerconstantcontract outcomes; the Solidity documentation, "Contract ABI Specification".
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
  if (data === '') return 'no reason given';
  const selector = data.slice(0, 8);
  const values = data.slice(8);
  try {
    if (selector === '08c379a0') return readValue(values, 0, 'string');
    if (selector === '4e487b71') {
      const code = BigInt(`0x${values.slice(0, WORD)}`).toString(16);
      return `panic 0x${code.padStart(2, '0')}${code in PANICS ? `: ${PANICS[code]}` : ''}`;
    }
    for (const { type, name = '', inputs = [] } of abi) {
      const signature = `${name}(${inputs.map((input) => input.type).join(',')})`;
      if (type.toLowerCase() === 'error' && functionSelectorHex(signature) === selector)
        return `${name}(${readValues(values, inputs).join(', ')})`;
    }
  } catch {
    // Data that only looks like one of these is shown as it is.
  }
  return `0x${data}`;
}
