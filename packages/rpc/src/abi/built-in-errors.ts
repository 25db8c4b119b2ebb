import { hexToBytes } from '../encoding/hex.ts';

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
