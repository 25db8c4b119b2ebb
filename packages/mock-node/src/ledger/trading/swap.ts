import { truncateToLong, wrapLong } from '../../protocol/java/long.ts';
import { strictPow } from '../../protocol/java/strict-pow.ts';

/** The nominal supply of an exchange, in units. */
const SUPPLY = 1_000_000_000_000_000_000n;

/** The exchange's balances of the token sold to it and of the token bought from it. */
export interface SwapBalances {
  readonly sold: bigint;
  readonly bought: bigint;
}

/**
 * The amount that an exchange pays for another, in Java's doubles. docs/protocol/exchanges.md, Price.
 *
 * @param amount - the amount sold, an int64 above 0
 */
export function swapAmount({ sold, bought }: SwapBalances, amount: bigint): bigint {
  const grown = 1 + Number(amount) / Number(wrapLong(sold + amount));
  const issued = truncateToLong(-Number(SUPPLY) * (1 - strictPow(grown, 0.0005)));
  const share = 1 + Number(issued) / Number(SUPPLY);
  return truncateToLong(Number(bought) * (strictPow(share, 2000) - 1));
}
