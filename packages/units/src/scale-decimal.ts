import { amountSyntax, amountTooPrecise } from './errors.ts';
import { checkType } from './limits.ts';
import { roundedQuotient, type Rounding } from './rounding.ts';

/** Reads the grammar `-?(0|[1-9][0-9]*)(\.[0-9]+)?` and scales it by 10^`decimals`. */
export function scaleDecimal(text: string, decimals: number, rounding?: Rounding): bigint {
  checkType(text, 'string');
  const { length } = text;
  const first = text[0] === '-' ? 1 : 0;
  let at = first;
  let point = length;
  // exact below 2^53, and only used there
  let number = 0;
  for (; at < length; at++) {
    const digit = text.charCodeAt(at) - 48;
    // a digit may not follow a leading zero
    if (digit >= 0 && digit < 10 && (number || at === first || point < length)) number = number * 10 + digit;
    else if (digit === -2 && at > first && point === length) point = at;
    else break;
  }
  if (at < length || at === first || at === point + 1)
    throw amountSyntax(text, at, at < length ? `unexpected ${text[at]}` : 'missing digit');
  let missing = decimals - text.slice(point + 1).length;
  if (missing >= 0 && point + decimals < 16) {
    while (missing--) number *= 10;
    return BigInt(first ? -number : number);
  }
  const value = roundedQuotient(
    BigInt(text.replace('.', '')) * 10n ** BigInt(decimals),
    10n ** BigInt(decimals - missing),
    rounding,
  );
  if (value === undefined) throw amountTooPrecise(text, length + missing, decimals);
  return value;
}
