import { fitsLong, wrapLong } from '../../protocol/java/long.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { arithmeticError } from '../accounts/coin-or-token.ts';

/** Whether exchanges compute with exact integers and decimals, under proposal 98. */
export const isExact = (state: State): boolean => isEnabled(state, 'getAllowHardenExchangeCalculation');

/** A sum of int64 numbers. @throws ChainError if it does not fit. */
export function addExact(left: bigint, right: bigint): bigint {
  if (!fitsLong(left + right)) throw arithmeticError('long overflow');
  return left + right;
}

/** A sum that wraps around at 64 bits until proposal 98. */
export const exchangeSum = (state: State, left: bigint, right: bigint): bigint =>
  isExact(state) ? addExact(left, right) : wrapLong(left + right);
