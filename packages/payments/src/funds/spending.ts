import { energyForFeeLimit, expectedFee, transactionSize, type FeeTransaction } from '@coin/fee';
import { type Energy, type FeePrices, type OwnerResources, type SmallUnits } from '@coin/units';

/** Units of a token. */
export interface TokenAmount {
  /** The id of a TRC-10 token in digits, or the contract of a TRC-20 token in base58check. */
  readonly token: string;
  readonly amount: bigint;
}

/** The coin, tokens and fees that a payment takes from its owner's account. */
export interface Spending {
  /** The paying account, base58check. */
  readonly owner: string;
  /** The permission that signs; the owner permission if absent. */
  readonly permissionId?: number | undefined;
  /** The coin that leaves the account, in small units, without fees. */
  readonly coin: SmallUnits;
  /** Tokens that leave the account. */
  readonly tokens?: TokenAmount;
  /** The account that receives coin or tokens. The payment creates it if it does not exist. */
  readonly recipient?: string;
  /** The length of the memo in bytes. */
  readonly memoSize: number;
  /** The maximum cost of energy, in small units; 0n if no contract runs. */
  readonly feeLimit: SmallUnits;
  /** The length of the transaction's raw data in bytes. */
  readonly rawDataSize: number;
}

/** The price of a unit of energy on a network whose own price is 0. Source: docs/protocol/fee-limit.md. */
const DEFAULT_ENERGY_PRICE = 100n;

/**
 * All prices of a network. A price that the node does not report counts as 0: the node may then reject a transaction,
 * and its payment waits after all.
 */
export const completePrices = ({ energy, ...prices }: FeePrices) => ({
  bandwidth: 0n,
  accountCreation: 0n,
  accountCreationInContract: 0n,
  memo: 0n,
  multiSign: 0n,
  ...prices,
  energy: energy || DEFAULT_ENERGY_PRICE,
});

/** All prices of a network. */
export type Prices = ReturnType<typeof completePrices>;

/** A payment's transaction with so many signatures, and all the energy that its fee limit allows. */
export const feeTransactionOf = (
  { memoSize, feeLimit, rawDataSize }: Spending,
  { prices, signatures }: { readonly prices: Prices; readonly signatures: number },
): FeeTransaction & { readonly energy: Energy } => ({
  size: transactionSize({ kind: 'encoded', rawDataSize, signatures }),
  energy: energyForFeeLimit({ feeLimit, energyPrice: prices.energy }),
  memoSize,
  signatures,
});

/** The facts on which the cost of a payment depends. */
export interface CostFacts {
  readonly prices: Prices;
  readonly resources: OwnerResources;
  readonly createsAccount: boolean;
  /** The most signatures that the transaction gets. */
  readonly signatures: number;
}

/** The cost of a payment, in small units. */
export interface PaymentCost {
  /** The coin that the account must have: the coin that it sends, and the fees that its resources do not cover. */
  readonly needed: SmallUnits;
  /** The maximum of its fees, if the account has no resources left by then. */
  readonly maxFee: SmallUnits;
}

/** Returns the cost of a payment. */
export function computeCost(spending: Spending, { resources, createsAccount, ...facts }: CostFacts): PaymentCost {
  const { prices } = facts;
  const transaction = { ...feeTransactionOf(spending, facts), createsAccount };
  // All accounts share a pool of free bandwidth. If it is empty, a call's bytes cost the coin that its energy needs.
  const freeBandwidth = transaction.energy > resources.energy ? 0 : resources.freeBandwidth;
  const expected = expectedFee({ transaction, prices, owner: { ...resources, freeBandwidth } });
  return { needed: spending.coin + expected.total, maxFee: expectedFee({ transaction, prices }).total };
}
