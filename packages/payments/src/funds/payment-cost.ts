import { type FeePrices, type OwnerResources } from '@coin/rpc/fee-prices';
import { type SmallUnits } from '@coin/units';

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
  readonly hasMemo: boolean;
  /** The maximum cost of energy, in small units; 0n if no contract runs. */
  readonly feeLimit: SmallUnits;
  /** The size of the transaction with one signature. */
  readonly bytes: number;
}

/** The cost of a payment, in small units. */
export interface PaymentCost {
  /** The coin that the account must have: the coin that it sends, and the fees that its resources do not cover. */
  readonly needed: SmallUnits;
  /** The maximum of its fees, if the account has no resources left by then. */
  readonly maxFee: SmallUnits;
}

export const atLeast0 = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

const SIGNATURE_BYTES = 67;

/**
 * The bytes that a transaction is charged for.
 *
 * Source: docs/protocol/bandwidth.md, Size.
 */
export function chargedBytes(rawDataHex: string, signatures: number): number {
  const raw = rawDataHex.length / 2;
  const lengthBytes = raw < 128 ? 1 : raw < 16_384 ? 2 : 3;
  return 1 + lengthBytes + raw + SIGNATURE_BYTES * signatures + 64;
}

/** The size of a payment's transaction with so many signatures. */
export const signedBytes = ({ bytes }: Spending, signatures: number): number =>
  bytes + SIGNATURE_BYTES * (signatures - 1);

/**
 * Returns the cost of a payment at these prices. A price that the node does not name counts as 0. The node may then
 * reject the transaction, and the payment waits after all.
 *
 * Source: docs/protocol/bandwidth.md, Source order, Account creation; docs/protocol/fee-limit.md.
 */
export function paymentCost(
  spending: Spending,
  { prices, resources, createsAccount, signatures }: CostFacts,
): PaymentCost {
  const { coin, hasMemo, feeLimit } = spending;
  const bytes = signedBytes(spending, signatures);
  const always = (hasMemo ? (prices.memo ?? 0n) : 0n) + (signatures > 1 ? (prices.multiSign ?? 0n) : 0n);
  const creation = prices.accountCreation ?? 0n;
  const creationInContract = createsAccount ? (prices.accountCreationInContract ?? 0n) : 0n;
  const burned = createsAccount ? creation : BigInt(bytes) * (prices.bandwidth ?? 0n);
  const energy = atLeast0(feeLimit - resources.energy * (prices.energy ?? 0n));
  // All accounts share a pool of free bandwidth. If it is empty, a call's bytes cost the coin that its energy needs.
  const freeBandwidth = createsAccount || energy > 0n ? 0 : resources.freeBandwidth;
  const coveredBytes = Math.max(resources.stakedBandwidth, freeBandwidth);
  const neededBytes = createsAccount ? bytes * (prices.accountCreationBandwidthRate ?? 1) : bytes;
  const expected = neededBytes <= coveredBytes ? 0n : burned;
  return {
    needed: coin + always + creationInContract + expected + energy,
    maxFee: always + creationInContract + burned + feeLimit,
  };
}

/** The facts on which the cost of a payment depends. */
export interface CostFacts {
  readonly prices: FeePrices;
  readonly resources: OwnerResources;
  readonly createsAccount: boolean;
  /** The most signatures that the transaction gets. */
  readonly signatures: number;
}
