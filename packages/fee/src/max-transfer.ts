import { type FeePrices, type OwnerResources, type SmallUnits } from '@coin/units';
import { coinArgument } from './argument-checks.ts';
import { transactionSize, type TransactionEnvelope } from './bandwidth.ts';
import { min } from './bigint-math.ts';
import { expectedFee, type FeeBreakdown } from './expected-fee.ts';

/** The properties of a transfer on which its fee depends, besides the amount. */
export interface MaxTransferTransaction extends TransactionEnvelope {
  /** Whether the receiver's account does not exist yet; false by default. */
  readonly createsAccount?: boolean;
}

/** The most that an account can transfer, and what that costs. */
export interface MaxTransfer {
  /** Small units; 0 if the balance does not cover the fee and at least one small unit. */
  readonly amount: SmallUnits;
  /** The coin that the transfer burns; of a transfer of one small unit if `amount` is 0. */
  readonly fee: FeeBreakdown;
  /**
   * The balance afterwards. Above 0 if one more small unit would make the transaction a byte longer, and the account
   * cannot pay for that byte.
   */
  readonly left: SmallUnits;
}

const BITS_PER_BYTE = 7;
const MAX_BITS = 63;

/**
 * Computes the largest amount of coin that an account can transfer, in small units: its balance less the fee of exactly
 * this transfer. The fee depends on the length of the amount.
 *
 * It counts the bandwidth as it is. If enough of it recovers before the transfer is in a block, nothing is burned for
 * bandwidth, and that part of the fee stays in the account.
 *
 * Source: docs/protocol/bandwidth.md, "Size", "Source order".
 *
 * @param options - `balance` in small units; `transaction`: whether it creates the receiver's account, the bytes of its
 * memo, the number of its signatures, its permission; `prices` and `owner` as in `expectedFee`
 * @throws FeeError `ARGUMENT_INVALID`, also if a price that it needs is missing
 * @example
 * ```ts
 * import { maxTransfer } from '@coin/fee';
 *
 * const prices = { bandwidth: 1_000n };
 * const { amount, fee, left } = maxTransfer({ balance: 5_000_000n, prices });
 * [amount, fee.total, left]; // => [4_732_000n, 268_000n, 0n]
 * maxTransfer({ balance: 5_000_000n, prices, owner: { freeBandwidth: 600 } }).amount; // => 5_000_000n
 * maxTransfer({ balance: 100n, prices }).amount; // => 0n
 * ```
 */
export function maxTransfer(options: {
  balance: SmallUnits;
  transaction?: MaxTransferTransaction;
  prices: FeePrices;
  owner?: Partial<OwnerResources> | undefined;
}): MaxTransfer {
  const { transaction = {}, ...given } = options;
  const balance = coinArgument('balance', options.balance);
  const feeOf = (amount: SmallUnits): FeeBreakdown =>
    expectedFee({
      ...given,
      transaction: { ...transaction, size: transactionSize({ ...transaction, kind: 'transfer', amount }) },
    });
  // Amounts of one length have one fee. Longer ones are larger.
  for (let bits = MAX_BITS; bits > 0; bits -= BITS_PER_BYTE) {
    const largest = 2n ** BigInt(bits) - 1n;
    const fee = feeOf(largest);
    const amount = min(balance - fee.total, largest);
    if (amount >= 2n ** BigInt(bits - BITS_PER_BYTE)) return { amount, fee, left: balance - fee.total - amount };
  }
  return { amount: 0n, fee: feeOf(1n), left: balance };
}
