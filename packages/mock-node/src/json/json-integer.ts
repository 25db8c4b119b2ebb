import { parseDecimal } from '../protocol/java/integer.ts';
import { fitsLong } from '../protocol/java/long.ts';
import { unscaled, writeJson, type Decimal, type JsonObject } from './json-value.ts';
import { arithmeticError, jsonError, numberFormatError } from './request-errors.ts';

/**
 * Reads a member as int64, given as a number or as text; undefined for an absent member, null or an empty string.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 *
 * @throws RequestError for a fraction, an overflow, or anything but a number.
 */
export function int64Member(object: JsonObject, key: string): bigint | undefined {
  const value = object.get(key);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'bigint') return checkedInt64(value);
  if (typeof value === 'object' && 'decimal' in value) return exactInteger(value);
  const text = typeof value === 'string' ? value : writeJson(value);
  if (text === '' || text.toLowerCase() === 'null') return undefined;
  if (text.length > MAX_NUMBER_LENGTH) throw jsonError('decimal overflow');
  return exactInteger(readDecimal(text.replaceAll(',', '')));
}

/**
 * Reads a member as int32, as the node reads a permission id. Fractions are truncated, and more than 32 bits wrap
 * around. Undefined for an absent, null or empty member.
 *
 * @throws RequestError for text that is not a 32-bit integer, a list or an object.
 */
export function int32Member(object: JsonObject, key: string): number | undefined {
  const value = object.get(key);
  if (value === undefined || value === null || value === '' || value === 'null' || value === 'NULL') return undefined;
  if (typeof value === 'bigint') return Number(BigInt.asIntN(32, value));
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return parseInt32(value.replaceAll(',', '').replace(/\.0*$/, ''));
  if ('decimal' in value) return Number(BigInt.asIntN(32, wholePart(value)));
  throw jsonError(`can not cast to int, value : ${writeJson(value)}`);
}

function parseInt32(text: string): number {
  const value = parseDecimal(text, 32);
  if (value === undefined) throw numberFormatError(`For input string: "${text}"`);
  return Number(value);
}

/** Maximum length of a text that is a number, in characters. */
const MAX_NUMBER_LENGTH = 65_535;

/** Java truncates up to a hundred decimal places. With more, the decimal must be an integer. */
function wholePart(decimal: Decimal): bigint {
  const { digits, scale } = unscaled(decimal);
  if (scale < -100 || scale > 100) return exactInteger(decimal);
  return scale <= 0 ? digits * 10n ** BigInt(-scale) : digits / 10n ** BigInt(scale);
}

/** Java reads texts up to this length with another loop, which has other error messages. */
const COMPACT_LENGTH = 18;

/** Reads a decimal, and rejects other texts with Java's messages. @throws RequestError NumberFormatException. */
function readDecimal(text: string): Decimal {
  const unsigned = text.replace(/^[+-]/, '');
  const [, mantissa = '', mark = ''] = /^([\d.]*)(.?)/su.exec(unsigned) ?? [];
  if (mantissa.split('.').length > 2) throw numberFormatError('Character array contains more than one decimal point.');
  if (mark !== '' && mark !== 'e' && mark !== 'E') throw numberFormatError(foreignCharacter(unsigned, mark));
  if (mark !== '') checkExponent(unsigned.slice(mantissa.length + 1));
  if (!/\d/.test(mantissa)) throw numberFormatError('No digits found.');
  return { decimal: text.replace(/^\+/, '') };
}

function foreignCharacter(unsigned: string, char: string): string {
  if (unsigned.length > COMPACT_LENGTH) return 'Character array is missing "e" notation exponential mark.';
  return `Character ${char} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`;
}

/** Java's exception for missing digits has no message. */
function checkExponent(exponent: string): void {
  const digits = exponent.replace(/^[+-]/, '');
  if (digits === '') throw numberFormatError('null');
  const significant = digits.length > 10 ? digits.replace(/^0+/, '').padStart(10, '0') : digits;
  if (significant.length > 10) throw numberFormatError('Too many nonzero exponent digits.');
  if (/\D/.test(significant)) throw numberFormatError('Not a digit.');
  if (Math.abs(Number(significant)) > 2 ** 31 - 1) throw numberFormatError('Exponent overflow.');
}

function exactInteger(value: Decimal): bigint {
  const { digits, scale } = unscaled(value);
  if (digits === 0n) return 0n;
  const wholeDigits = String(digits < 0n ? -digits : digits).length - scale;
  if (wholeDigits > 19) throw arithmeticError('Overflow');
  if (wholeDigits <= 0) throw arithmeticError('Rounding necessary');
  if (scale <= 0) return checkedInt64(digits * 10n ** BigInt(-scale));
  const unit = 10n ** BigInt(scale);
  if (digits % unit !== 0n) throw arithmeticError('Rounding necessary');
  return checkedInt64(digits / unit);
}

function checkedInt64(value: bigint): bigint {
  if (!fitsLong(value)) throw arithmeticError('Overflow');
  return value;
}
