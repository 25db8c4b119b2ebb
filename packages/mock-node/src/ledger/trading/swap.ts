import { truncateToLong, wrapLong } from '../../protocol/java/long.ts';
import { strictPow } from '../../protocol/java/strict-pow.ts';

/** Units that an exchange is imagined to have issued. */
const SUPPLY = 1_000_000_000_000_000_000n;

/** What is in an exchange of the token that is sold to it, and of the one that is bought from it. */
export interface SwapBalances {
  readonly sold: bigint;
  readonly bought: bigint;
}

/**
 * What an exchange gives for an amount, in Java's doubles. docs/protocol/exchanges.md, Price.
 *
 * @param amount - what is sold, an int64 above 0
 */
export function swapAmount({ sold, bought }: SwapBalances, amount: bigint): bigint {
  const grown = 1 + Number(amount) / Number(wrapLong(sold + amount));
  const issued = truncateToLong(-Number(SUPPLY) * (1 - strictPow(grown, 0.0005)));
  const share = 1 + Number(issued) / Number(SUPPLY);
  return truncateToLong(Number(bought) * (strictPow(share, 2000) - 1));
}
