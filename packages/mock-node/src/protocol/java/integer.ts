/** More significant digits than 64 bits have in any radix from 8 on. Very long texts would take quadratic time. */
const MAX_DIGITS = 24;

/**
 * Reads an integer in decimal digits, with an optional sign, as Java's own parsers do; undefined for any other text.
 */
export function parseDecimal(text: string, bits: 32 | 64): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const digits = text.replace(/^[+-]?0*/, '');
  if (digits.length > MAX_DIGITS) return undefined;
  const value = BigInt(digits) * (text.startsWith('-') ? -1n : 1n);
  return BigInt.asIntN(bits, value) === value ? value : undefined;
}

const digitsPerGroup = { 8: 10, 10: 9, 16: 7 } as const;
type Radix = keyof typeof digitsPerGroup;

/**
 * Parses an integer as the protobuf-JSON reader does: an optional minus, `0x` for hexadecimal, a leading 0 for octal.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 *
 * @throws SyntaxError with the reader's message if the token is not an integer or does not fit.
 */
export function parseInteger(token: string, bits: 32 | 64): bigint {
  const isNegative = token.startsWith('-');
  const unsigned = isNegative ? token.slice(1) : token;
  const radix: Radix = unsigned.startsWith('0x') ? 16 : unsigned.startsWith('0') ? 8 : 10;
  const digits = radix === 16 ? unsigned.slice(2) : unsigned;
  const magnitude = digits.length < 16 ? parseShort(digits, radix) : parseLong(digits, radix);
  if (magnitude !== undefined) {
    const value = isNegative ? -magnitude : magnitude;
    if (BigInt.asIntN(bits, value) === value) return value;
  }
  throw new SyntaxError(`Number out of range for ${bits}-bit signed integer: ${token}`);
}

const digitsOf: { readonly [R in Radix]: RegExp } = {
  8: /^[+-]?[0-7]+$/,
  10: /^[+-]?[0-9]+$/,
  16: /^[+-]?[0-9a-fA-F]+$/,
};
const prefixes: { readonly [R in Radix]: string } = { 8: '0o', 10: '', 16: '0x' };

function parseShort(digits: string, radix: Radix): bigint {
  if (!digitsOf[radix].test(digits)) throw notANumber(digits, radix);
  const value = BigInt(prefixes[radix] + digits.replace(/^[+-]/, ''));
  return digits.startsWith('-') ? -value : value;
}

/**
 * Java parses sixteen or more characters in groups, and an error names the group. Undefined for far more than 64 bits.
 */
function parseLong(text: string, radix: Radix): bigint | undefined {
  if (/[+-]/.test(text.slice(1))) throw new SyntaxError('Illegal embedded sign character');
  const digits = text.replace(/^[+-]/, '').replace(/^0+/, '');
  const size = digitsPerGroup[radix];
  for (let at = 0, end = digits.length % size || size; at < digits.length; at = end, end += size) {
    const group = digits.slice(at, end);
    if (!digitsOf[radix].test(group)) throw notANumber(group, radix);
  }
  if (digits.length > MAX_DIGITS) return undefined;
  const value = digits === '' ? 0n : BigInt(prefixes[radix] + digits);
  return text.startsWith('-') ? -value : value;
}

function notANumber(text: string, radix: Radix): SyntaxError {
  return new SyntaxError(`For input string: "${text}"${radix === 10 ? '' : ` under radix ${radix}`}`);
}
