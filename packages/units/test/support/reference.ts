import { type Rounding } from '@coin/units';

/** An independent model of decimals and rounding: rationals compared by definition, nothing shared with the package. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** The value of a decimal string in positional notation, digit by digit. */
export function valueOf(text: string): Fraction {
  let n = 0n;
  let d = 1n;
  let afterPoint = false;
  for (const char of text.replace('-', '')) {
    if (char === '.') afterPoint = true;
    else {
      n = n * 10n + BigInt('0123456789'.indexOf(char));
      if (afterPoint) d *= 10n;
    }
  }
  return { n: text.startsWith('-') ? -n : n, d };
}

export const scale = ({ n, d }: Fraction, factor: bigint): Fraction => ({ n: n * factor, d });

/** The sign of `whole` − value. */
const side = ({ n, d }: Fraction, whole: bigint) => Math.sign(Number(BigInt.asIntN(512, whole * d - n)));

/** The nearest integers not above and not below the value, by definition and not by the signs of a division. */
function neighbours(value: Fraction): { readonly below: bigint; readonly above: bigint } {
  let below = value.n / value.d;
  while (side(value, below) > 0) below -= 1n;
  while (side(value, below + 1n) <= 0) below += 1n;
  return { below, above: side(value, below) === 0 ? below : below + 1n };
}

const isZero = ({ n }: Fraction) => n === 0n;
const magnitude = (whole: bigint) => (whole < 0n ? -whole : whole);
const distance = ({ n, d }: Fraction, whole: bigint) => magnitude(whole * d - n);

/** What a rounding must return by its definition; undefined where it must throw. */
export function rounded(value: Fraction, rounding: Rounding): bigint | undefined {
  const { below, above } = neighbours(value);
  if (below === above || isZero(value)) return below;
  if (rounding === 'floor') return below;
  if (rounding === 'ceil') return above;
  if (rounding === 'toward-zero') return magnitude(below) < magnitude(above) ? below : above;
  const [low, high] = [distance(value, below), distance(value, above)];
  if (rounding === 'half-up' || rounding === 'half-even') {
    if (low !== high) return low < high ? below : above;
    if (rounding === 'half-even') return below % 2n === 0n ? below : above;
    return magnitude(below) > magnitude(above) ? below : above;
  }
  return undefined;
}
