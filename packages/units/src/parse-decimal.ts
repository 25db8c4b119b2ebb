import { checkString } from './argument-checks.ts';
import { UnitsError } from './errors.ts';
import { roundedQuotient, type Rounding } from './rounding.ts';

/** Parses the grammar `-?(0|[1-9][0-9]*)(\.[0-9]+)?` and scales it by 10^`decimals`. */
export function parseDecimal(text: unknown, decimals: number, rounding?: Rounding): bigint {
  checkString('amount', text);
  const { length } = text;
  const start = text[0] === '-' ? 1 : 0;
  let position = start;
  let point = length;
  // exact below 2^53, and only used there
  let number = 0;
  for (; position < length; position++) {
    const digit = text.charCodeAt(position) - 48;
    // no digit may follow a leading zero
    if (digit >= 0 && digit < 10 && (number || position === start || point < length)) number = number * 10 + digit;
    else if (digit === -2 && position > start && point === length) point = position;
    else break;
  }
  if (position < length || position === start || position === point + 1) throw syntaxError(text, position);
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
  if (value === undefined)
    throw new UnitsError('AMOUNT_TOO_PRECISE', { value: text, position: length + missing, decimals });
  return value;
}

function syntaxError(value: string, position: number): UnitsError<'AMOUNT_SYNTAX'> {
  // a character may take two places
  const code = value.codePointAt(position);
  const reason = code === undefined ? 'missing digit' : (`unexpected ${String.fromCodePoint(code)}` as const);
  return new UnitsError('AMOUNT_SYNTAX', { value, position, reason });
}
