/**
 * Java's `StrictMath.pow`, bit for bit. No engine's own `Math.pow` guarantees the last bit.
 *
 * The method and its constants come from fdlibm's e_pow, which the Java platform prescribes. It computes log2(x) in two
 * doubles, the first without a low word, multiplies them by y in the same way, and raises 2 to that power. The order of
 * every operation matters. docs/protocol/exchanges.md, Powers.
 */

/** Breakpoints of the mantissa, 1 and 1.5, and their base-2 logarithms as high and low part. */
const breakpoints = [
  { at: 1, high: 0, low: 0 },
  { at: 1.5, high: 0.5849624872207642, low: 1.350039202129749e-8 },
] as const;

/** Coefficients of the series of the logarithm and of the exponential. */
const LOG = [
  0.5999999999999946, 0.4285714285785502, 0.33333332981837743, 0.272728123808534, 0.23066074577556175,
  0.20697501780033842,
] as const;
const EXP = [
  0.16666666666666602, -0.0027777777777015593, 6.613756321437934e-5, -1.6533902205465252e-6, 4.1381367970572385e-8,
] as const;

const LN2 = { whole: Math.LN2, high: 0.6931471824645996, low: -1.904654299957768e-9 };
/** 2 / (3 ln 2) */
const CP = { whole: 0.9617966939259756, high: 0.9617967009544373, low: -7.028461650952758e-9 };
/** Less than the distance from 1024 to the logarithm of the largest double. */
const OVERFLOW_MARGIN = 8.008566259537294e-17;

const view = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));

/** The high 32 bits of a double, signed. */
function highWord(value: number): number {
  view.setFloat64(0, value);
  return view.getInt32(0);
}

function lowWord(value: number): number {
  view.setFloat64(0, value);
  return view.getInt32(4);
}

function withHighWord(value: number, high: number): number {
  view.setFloat64(0, value);
  view.setInt32(0, high);
  return view.getFloat64(0);
}

/** The double without its low 32 bits. */
function truncated(value: number): number {
  view.setFloat64(0, value);
  view.setInt32(4, 0);
  return view.getFloat64(0);
}

/** A number as the sum of two doubles, the first of which is the larger. */
interface Pair {
  readonly high: number;
  readonly low: number;
}

/** The base-2 logarithm of a number above 0. */
function log2(x: number): Pair {
  const isSubnormal = highWord(x) < 0x00100000;
  const normal = isSubnormal ? x * 2 ** 53 : x;
  const word = highWord(normal);
  const mantissa = word & 0x000fffff;
  let exponent = (isSubnormal ? -53 : 0) + (word >> 20) - 0x3ff;
  let scaledWord = mantissa | 0x3ff00000;
  let k: 0 | 1 = 0;
  if (mantissa > 0x3988e && mantissa < 0xbb67a) {
    k = 1;
  } else if (mantissa > 0x3988e) {
    exponent += 1;
    scaledWord -= 0x00100000;
  }
  const { at, high: logHigh, low: logLow } = breakpoints[k];
  const a = withHighWord(normal, scaledWord);

  // s = (a - at) / (a + at), in two parts.
  const difference = a - at;
  const inverse = 1 / (a + at);
  const s = difference * inverse;
  const sHigh = truncated(s);
  const sumHigh = withHighWord(0, ((scaledWord >> 1) | 0x20000000) + 0x00080000 + (k << 18));
  const sumLow = a - (sumHigh - at);
  const sLow = inverse * (difference - sHigh * sumHigh - sHigh * sumLow);

  // The logarithm of mantissa / `at`.
  const s2 = s * s;
  const series =
    s2 * s2 * (LOG[0] + s2 * (LOG[1] + s2 * (LOG[2] + s2 * (LOG[3] + s2 * (LOG[4] + s2 * LOG[5]))))) +
    sLow * (sHigh + s);
  const square = sHigh * sHigh;
  const factorHigh = truncated(3 + square + series);
  const factorLow = series - (factorHigh - 3 - square);
  const u = sHigh * factorHigh;
  const v = sLow * factorHigh + factorLow * s;
  const productHigh = truncated(u + v);
  const productLow = v - (productHigh - u);
  const zHigh = CP.high * productHigh;
  const zLow = CP.low * productHigh + productLow * CP.whole + logLow;
  const high = truncated(zHigh + zLow + logHigh + exponent);
  return { high, low: zLow - (high - exponent - logHigh - zHigh) };
}

/** 2 to the power of a number that may be out of range. */
function exp2({ high, low }: Pair): number {
  const sum = low + high;
  const word = highWord(sum);
  if (word >= 0x40900000) {
    if (((word - 0x40900000) | lowWord(sum)) !== 0 || low + OVERFLOW_MARGIN > sum - high)
      return Number.POSITIVE_INFINITY;
  } else if ((word & 0x7fffffff) >= 0x4090cc00) {
    if (((word - 0xc090cc00) | lowWord(sum)) !== 0 || low <= sum - high) return 0;
  }
  const { whole, rest } = splitWhole(high, word);
  const t = truncated(low + rest);
  const u = t * LN2.high;
  const v = (low - (t - rest)) * LN2.whole + t * LN2.low;
  const z = u + v;
  const w = v - (z - u);
  const z2 = z * z;
  const series = z - z2 * (EXP[0] + z2 * (EXP[1] + z2 * (EXP[2] + z2 * (EXP[3] + z2 * EXP[4]))));
  const correction = (z * series) / (series - 2) - (w + z * w);
  return scaled(1 - (correction - z), whole);
}

/** The integer nearest to a sum with this high word, and the rest of the sum's high part. */
function splitWhole(high: number, word: number): { readonly whole: number; readonly rest: number } {
  const magnitude = word & 0x7fffffff;
  if (magnitude <= 0x3fe00000) return { whole: 0, rest: high };
  const rounded = word + (0x00100000 >> ((magnitude >> 20) - 0x3ff + 1));
  const exponent = ((rounded & 0x7fffffff) >> 20) - 0x3ff;
  const integer = withHighWord(0, rounded & ~(0x000fffff >> exponent));
  const whole = ((rounded & 0x000fffff) | 0x00100000) >> (20 - exponent);
  return { whole: word < 0 ? -whole : whole, rest: high - integer };
}

/** A number near 1 times a power of 2. */
function scaled(value: number, exponent: number): number {
  const word = highWord(value) + (exponent << 20);
  if (word >> 20 > 0) return withHighWord(value, word);
  // The result has fewer bits. One multiplication by a power of 2 rounds it.
  return withHighWord(value, word + (54 << 20)) * 2 ** -54;
}

/**
 * The power of a number.
 *
 * @param x - above 0 and finite
 * @param y - from -2^31 to 2^31
 */
export function strictPow(x: number, y: number): number {
  if (y === 0) return 1;
  if (y === 1) return x;
  if (y === -1) return 1 / x;
  if (y === 2) return x * x;
  if (y === 0.5) return Math.sqrt(x);
  if (x === 1) return 1;
  const log = log2(x);
  const yHigh = truncated(y);
  return exp2({ high: yHigh * log.high, low: (y - yHigh) * log.high + y * log.low });
}
