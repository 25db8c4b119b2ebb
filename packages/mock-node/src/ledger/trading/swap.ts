import { fitsLong, truncateToLong, wrapLong } from '../../protocol/java/long.ts';
import { strictPow } from '../../protocol/java/strict-pow.ts';
import { arithmeticError } from '../accounts/coin-or-token.ts';
import { addExact } from './exchange-arithmetic.ts';

/** The nominal supply of an exchange, in units. */
const SUPPLY = 1_000_000_000_000_000_000n;

/** The exchange's balances of the token sold to it and of the token bought from it. */
export interface SwapBalances {
  readonly sold: bigint;
  readonly bought: bigint;
}

/**
 * The amount that an exchange pays for another, in Java's doubles until proposal 98. docs/protocol/exchanges.md, Price.
 *
 * @param amount - the amount sold, an int64 above 0
 */
export function swapAmount(balances: SwapBalances, amount: bigint, form: 'doubles' | 'decimals'): bigint {
  return form === 'decimals' ? decimalSwap(balances, amount) : doubleSwap(balances, amount);
}

function doubleSwap({ sold, bought }: SwapBalances, amount: bigint): bigint {
  const grown = 1 + Number(amount) / Number(wrapLong(sold + amount));
  const issued = truncateToLong(-Number(SUPPLY) * (1 - strictPow(grown, 0.0005)));
  const share = 1 + Number(issued) / Number(SUPPLY);
  return truncateToLong(Number(bought) * (strictPow(share, 2000) - 1));
}

/** The double next to 1 plus a number of units of 10^-18. */
const afterOne = (units: bigint): number =>
  Number(`${1n + units / SUPPLY}.${String(units % SUPPLY).padStart(18, '0')}`);

/** A power from 1 up, less 1, in units of 10^-18. Java prints such a double with as few digits as JavaScript does. */
function growthOf(base: number, exponent: number): bigint {
  const [whole = '', places = ''] = String(strictPow(base, exponent)).split('.');
  return BigInt(whole + places.padEnd(18, '0')) - SUPPLY;
}

/** Everything but the powers is exact, or rounded half up to 18 places. */
function decimalSwap({ sold, bought }: SwapBalances, amount: bigint): bigint {
  const grown = addExact(sold, amount);
  const issued = growthOf(afterOne((2n * amount * SUPPLY + grown) / (2n * grown)), 0.0005);
  const received = (bought * growthOf(afterOne(issued), 2000)) / SUPPLY;
  if (!fitsLong(received)) throw arithmeticError('Overflow');
  return received;
}
