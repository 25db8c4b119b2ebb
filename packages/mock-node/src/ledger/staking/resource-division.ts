import { fitsLong, wrapLong } from '../../protocol/java/long.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { chainError } from '../ledger-errors.ts';

/** How the node divides a product of 64-bit integers. The divisor is positive, except for a weight in a limit. */
export interface Division {
  readonly down: (dividend: bigint, divisor: bigint) => bigint;
  readonly up: (dividend: bigint, divisor: bigint) => bigint;
}

const divideUp = (dividend: bigint, divisor: bigint): bigint =>
  dividend / divisor + (dividend % divisor > 0n ? 1n : 0n);

/** Products wrap around at 64 bits. */
export const wrappingDivision: Division = {
  down: (dividend, divisor) => wrapLong(dividend) / divisor,
  up: (dividend, divisor) => divideUp(wrapLong(dividend), divisor),
};

function toLong(quotient: bigint): bigint {
  if (!fitsLong(quotient)) throw chainError('java.lang.ArithmeticException', 'BigInteger out of long range');
  return quotient;
}

/** Products are exact, and a quotient must fit 64 bits. */
export const exactDivision: Division = {
  down(dividend, divisor) {
    if (divisor === 0n) throw chainError('java.lang.ArithmeticException', 'BigInteger divide by zero');
    return toLong(dividend / divisor);
  },
  up: (dividend, divisor) => toLong(divideUp(dividend, divisor)),
};

/** Whether resources are computed with integers alone. docs/protocol/staking.md, Integers under 97. */
export const isHardened = (state: State): boolean => isEnabled(state, 'getAllowHardenResourceCalculation');

export const divisionOf = (state: State): Division => (isHardened(state) ? exactDivision : wrappingDivision);
