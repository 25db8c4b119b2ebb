import { checkString } from './argument-checks.ts';
import { UnitsError } from './errors.ts';
import { roundedQuotient, type Rounding } from './rounding.ts';

/** A caller's text that is not the decimal itself, with the position in it of each character of the decimal. */
export interface Source {
  readonly text: string;
  readonly positions: readonly number[];
  /** An example amount in the same notation. */
  readonly example: string;
}

/** Parses the grammar `-?(0|[1-9][0-9]*)(\.[0-9]+)?` and scales it by 10^`decimals`. */
export function parseDecimal(text: unknown, decimals: number, rounding?: Rounding, source?: Source): bigint {
  checkString('amount', text);
  const { length } = text;
  const start = text[0] === '-' ? 1 : 0;
  let position = start;
  let point = length;
  // Exact below 2^53, and only used there.
  let number = 0;
  for (; position < length; position++) {
    const digit = text.charCodeAt(position) - 48;
    // A leading zero must not precede a digit.
    if (digit >= 0 && digit < 10 && (number || position === start || point < length)) number = number * 10 + digit;
    else if (digit === -2 && position > start && point === length) point = position;
    else break;
  }
  if (position < length || position === start || position === point + 1)
    throw syntaxError(source?.text ?? text, source ? placeOf(position, source) : position, source?.example ?? '1.5');
  let missing = decimals - text.slice(point + 1).length;
  if (missing >= 0 && point + decimals < 16) {
    while (missing--) number *= 10;
    return BigInt(start ? -number : number);
  }
  const value = roundedQuotient(
    BigInt(text.replace('.', '')) * 10n ** BigInt(decimals),
    10n ** BigInt(decimals - missing),
    rounding,
  );
  if (value === undefined) {
    const position = length + missing;
    throw new UnitsError('AMOUNT_TOO_PRECISE', {
      value: source?.text ?? text,
      position: source ? placeOf(position, source) : position,
      decimals,
    });
  }
  return value;
}

const placeOf = (position: number, { text, positions }: Source): number => positions[position] ?? text.length;

function syntaxError(value: string, position: number, example: string): UnitsError<'AMOUNT_SYNTAX'> {
  // A character may occupy two positions.
  const code = value.codePointAt(position);
  if (code === undefined) return new UnitsError('AMOUNT_SYNTAX', { value, position, reason: 'missing digit', example });
  const character = String.fromCodePoint(code);
  return new UnitsError('AMOUNT_SYNTAX', { value, position, reason: 'unexpected character', character, example });
}
