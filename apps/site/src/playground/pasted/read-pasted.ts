import { decodeTransaction, isRpcError, type Transaction } from '@coin/rpc';

/** What was pasted: nothing yet, the id of a transaction, the bytes of one, or what is wrong with the text. */
export type Pasted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'id'; readonly txID: string }
  | { readonly kind: 'bytes'; readonly transaction: Transaction }
  | { readonly problem: string };

/** The longest text that is read: a deployment of 24 kB of code is shorter. */
export const MOST_CHARACTERS = 100_000;

const ID_BYTES = 32;

const hexByte = (value: number): string => value.toString(16).padStart(2, '0');

/** The integer as protobuf encodes it, in hexadecimal. */
export function varint(value: bigint): string {
  let [hex, rest] = ['', value];
  for (; rest > 127n; rest >>= 7n) hex += hexByte(Number(rest & 127n) | 128);
  return hex + hexByte(Number(rest));
}

/** The network's `Transaction` message of an unsigned transaction's bytes. */
export const wholeOf = (rawDataHex: string): string => `0a${varint(BigInt(rawDataHex.length / 2))}${rawDataHex}`;

/** `raw_data` begins with the two bytes of its reference block, and a whole message with a longer field. */
const isRawData = (hex: string): boolean => !/^0a(?!02)/.test(hex);

const quoted = (text: string): string => (text.length > 20 ? `“${text.slice(0, 20)}…”` : `“${text}”`);

function problemOfText(text: string, digits: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return `The text has more than ${MOST_CHARACTERS} characters.`;
  if (/^[[{]/.test(digits)) return 'This is JSON. Paste the value of raw_data_hex, without quotes.';
  const wrong = /[^\da-f]/i.exec(digits)?.[0];
  if (wrong !== undefined)
    return `${quoted(digits)} is not hexadecimal: it has “${wrong}”, and only 0 to 9 and a to f are digits.`;
  if (digits.length % 2 === 1)
    return `The text has ${digits.length} digits. A byte has two, so a digit is missing or too many.`;
  if (digits.length < ID_BYTES * 2)
    return `The text has ${digits.length / 2} bytes. An id has ${ID_BYTES}, and a transaction has more.`;
  return undefined;
}

/** Reads hexadecimal digits, with or without `0x`, which may be broken into lines. */
export function readPasted(text: string): Pasted {
  const digits = text.replaceAll(/\s/g, '').replace(/^0x/i, '');
  if (digits === '') return { kind: 'nothing' };
  const problem = problemOfText(text, digits);
  if (problem !== undefined) return { problem };
  const hex = digits.toLowerCase();
  if (hex.length === ID_BYTES * 2) return { kind: 'id', txID: hex };
  try {
    return { kind: 'bytes', transaction: decodeTransaction(isRawData(hex) ? wholeOf(hex) : hex) };
  } catch (error) {
    if (!isRpcError(error)) throw error;
    const reason = isRpcError(error, 'ARGUMENT_INVALID') ? `expected ${error.context.expected}` : error.shortMessage;
    return { problem: `These ${hex.length / 2} bytes are not a transaction: ${reason}.`.replace(/\.\.$/, '.') };
  }
}
