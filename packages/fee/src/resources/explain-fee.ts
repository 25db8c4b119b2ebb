import { type Energy, type SmallUnits } from '@coin/units';
import { max, min } from '../bigint-math.ts';
import { computeFrom } from '../compute-from.ts';
import {
  type FeeBreakdown,
  type FeePrices,
  type FeeTransaction,
  type OwnerResources,
  transactionNames,
} from '../expected-fee.ts';
import { type Names, requireKnown } from '../known-options.ts';
import { ENERGY, requireCoin, requireQuantity } from '../require-quantity.ts';

/** What a node says about the cost of a transaction; the infos of `@coin/rpc` have it. */
export interface FeeInfo {
  /** Small units burned in total. */
  readonly fee: SmallUnits;
  readonly receipt: {
    /** Energy in total, including the penalty and the deployer's share. */
    readonly energyTotal: Energy;
    readonly energyPenalty: Energy;
    /** Taken from the caller's stake. */
    readonly energyFromStake: Energy;
    /** Taken from the deployer's stake. */
    readonly energyFromDeployer: Energy;
    /** Burned for the rest of the energy, in small units. */
    readonly energyFee: SmallUnits;
    /** Bytes taken from staked or free bandwidth. */
    readonly bandwidth: bigint;
    /** Burned for bytes, or for a new account, in small units. */
    readonly bandwidthFee: SmallUnits;
  };
}

/** What a plan expected: a `FeePlan`, or the plan of a transfer in a batch. */
export interface ExpectedCost {
  readonly expectedFee: FeeBreakdown;
  /** The energy that the call was expected to use, including the penalty; 0 by default, as for a transfer. */
  readonly energy?: Energy;
  /** The part of it that is not penalty; by default the share that the call had. */
  readonly basicEnergy?: Energy;
}

/** A part of a fee. */
export interface FeeLine {
  /**
   * What it is for. Energy is for the `call` as planned, for a `path` that the plan did not know, for the `penalty` as
   * planned, and for a `factor` that has risen since; without a plan it is for call and penalty. Other parts are
   * `bandwidth`, a new `account`, a `memo`, further `signatures`, and `other`: the price of a type of transaction, like
   * that of issuing a token.
   */
  readonly part: 'call' | 'path' | 'penalty' | 'factor' | 'bandwidth' | 'account' | 'memo' | 'signatures' | 'other';
  /** Who paid it, and with what; `stake-or-free` where nothing tells which of the two. */
  readonly by: 'coin' | 'stake' | 'deployer' | 'free' | 'stake-or-free';
  /** Units of energy or bytes; absent for parts that have none. */
  readonly quantity?: bigint;
  /** What it adds to the fee, in small units: 0 unless coin paid. */
  readonly amount: SmallUnits;
}

/** Why a fee differs from the expected one. */
export interface UnexpectedPart {
  /**
   * `path`, the call used another basic energy; `factor`, another penalty; `payment`, more or less of the energy was
   * paid by stake, or its price has changed. The others are as in {@link FeeLine}.
   */
  readonly part: 'path' | 'factor' | 'payment' | 'bandwidth' | 'account' | 'memo' | 'signatures' | 'other';
  /** By how much the fee is higher for it, in small units; below 0 if it is lower. */
  readonly amount: SmallUnits;
}

/** A fee, part by part. */
export interface FeeExplanation {
  /** Their amounts add up to the fee. */
  readonly lines: readonly FeeLine[];
  /** Their amounts add up to the difference from the expected fee; empty if they agree, or without a plan. */
  readonly unexpected: readonly UnexpectedPart[];
}

/** A transaction's cost, and what is known about it. */
export interface ExplainFeeOptions {
  readonly info: FeeInfo;
  readonly plan?: ExpectedCost;
  /** Without it, memo, signatures and new account are those of the plan. */
  readonly transaction?: FeeTransaction;
  /** The prices of its block, in small units: those of memos, signatures and new accounts. */
  readonly prices?: FeePrices;
  /** What its owner had left, which tells staked from free bandwidth. */
  readonly owner?: OwnerResources;
}

const optionNames: Names<ExplainFeeOptions> = { info: true, plan: true, transaction: true, prices: true, owner: true };

type Amounts = Omit<FeeBreakdown, 'energy' | 'bandwidth' | 'total'>;

function requireReceipt({ fee, receipt }: FeeInfo): void {
  for (const name of ['energyTotal', 'energyPenalty', 'energyFromStake', 'energyFromDeployer'] as const)
    requireQuantity(name, receipt[name], ENERGY);
  requireQuantity('bandwidth', receipt.bandwidth, { min: 0n, unit: 'bytes' });
  requireCoin('energyFee', receipt.energyFee);
  requireCoin('bandwidthFee', receipt.bandwidthFee);
  requireCoin('fee', fee, receipt.energyFee + receipt.bandwidthFee);
}

/** What a plan expected of a call's energy, in units. */
interface ExpectedEnergy {
  readonly basic: Energy;
  /** The penalty that the path which the call took would have had under the expected factor. */
  readonly penalty: Energy;
  /** The penalty of the expected path. */
  readonly plannedPenalty: Energy;
}

/** What a call used. */
function usedEnergy({ energyTotal, energyPenalty }: FeeInfo['receipt']): { basic: Energy; penalty: Energy } {
  const penalty = min(energyPenalty, energyTotal);
  return { basic: energyTotal - penalty, penalty };
}

function expectedEnergy(receipt: FeeInfo['receipt'], plan: ExpectedCost | undefined): ExpectedEnergy {
  const { basic: used, penalty } = usedEnergy(receipt);
  if (plan === undefined) return { basic: used, penalty, plannedPenalty: penalty };
  const { energy = 0n } = plan;
  requireQuantity('energy', energy, ENERGY);
  // A plan that does not know its penalty expects the share that the call had.
  const share = energy - (penalty * energy) / max(1n, receipt.energyTotal);
  const basic = requireQuantity('basicEnergy', plan.basicEnergy ?? share, { min: 0n, max: energy });
  const plannedPenalty = energy - basic;
  return { basic, plannedPenalty, penalty: basic === 0n ? 0n : (plannedPenalty * used + basic - 1n) / basic };
}

/** The energy of a call by what it is for: first what was planned, because stake pays first. */
function energyByPart(receipt: FeeInfo['receipt'], expected: ExpectedEnergy) {
  const { basic, penalty } = usedEnergy(receipt);
  return [
    ['call', min(basic, expected.basic)],
    ['path', max(0n, basic - expected.basic)],
    ['penalty', min(penalty, expected.penalty)],
    ['factor', max(0n, penalty - expected.penalty)],
  ] as const;
}

/** Stake pays for what comes first, and coin for the rest. */
function energyLines(info: FeeInfo, plan: ExpectedCost | undefined): FeeLine[] {
  const { energyTotal, energyFromStake, energyFromDeployer, energyFee } = info.receipt;
  const byCoin = max(0n, energyTotal - energyFromStake - energyFromDeployer);
  const lines: FeeLine[] = [];
  let [deployer, stake] = [energyFromDeployer, energyFromStake];
  let [coin, burned] = [byCoin, energyFee];
  for (const [part, energy] of energyByPart(info.receipt, expectedEnergy(info.receipt, plan))) {
    let left = energy;
    const byDeployer = min(left, deployer);
    left -= byDeployer;
    deployer -= byDeployer;
    const byStake = min(left, stake);
    left -= byStake;
    stake -= byStake;
    // The last unit takes what a division would leave.
    const amount = left === coin ? burned : (energyFee * left) / byCoin;
    coin -= left;
    burned -= amount;
    if (byDeployer > 0n) lines.push({ part, by: 'deployer', quantity: byDeployer, amount: 0n });
    if (byStake > 0n) lines.push({ part, by: 'stake', quantity: byStake, amount: 0n });
    if (left > 0n || amount > 0n) lines.push({ part, by: 'coin', quantity: left, amount });
  }
  return lines;
}

/** What a transaction pays besides energy and bytes, by its own fields or by its plan. */
function otherPrices({ transaction, prices = {}, plan }: ExplainFeeOptions): Amounts {
  if (transaction === undefined) {
    const { accountCreation = 0n, memo = 0n, multiSign = 0n } = plan?.expectedFee ?? {};
    return { accountCreation, memo, multiSign };
  }
  requireKnown(transaction, transactionNames);
  const { createsAccount = false, memoSize = 0, signatures = 1 } = transaction;
  const price = (name: 'memo' | 'multiSign' | 'accountCreationInContract') =>
    requireCoin(`prices.${name}`, prices[name]);
  return {
    accountCreation: createsAccount ? price('accountCreationInContract') : 0n,
    memo: memoSize > 0 ? price('memo') : 0n,
    multiSign: signatures > 1 ? price('multiSign') : 0n,
  };
}

function bandwidthSource({ info, owner, transaction }: ExplainFeeOptions): FeeLine['by'] {
  if (transaction?.createsAccount === true) return 'stake';
  if (owner === undefined) return 'stake-or-free';
  return info.receipt.bandwidth <= BigInt(requireQuantity('stakedBandwidth', owner.stakedBandwidth ?? 0, { min: 0 }))
    ? 'stake'
    : 'free';
}

function otherLines(options: ExplainFeeOptions): FeeLine[] {
  const { info, plan, transaction } = options;
  const { bandwidth, bandwidthFee, energyFee } = info.receipt;
  const lines: FeeLine[] = [];
  const byPlan = transaction === undefined ? (plan?.expectedFee.accountCreation ?? 0n) > 0n : false;
  const createsAccount = transaction?.createsAccount ?? byPlan;
  if (bandwidth > 0n) lines.push({ part: 'bandwidth', by: bandwidthSource(options), quantity: bandwidth, amount: 0n });
  if (bandwidthFee > 0n && !createsAccount) lines.push({ part: 'bandwidth', by: 'coin', amount: bandwidthFee });

  const inReceipt = createsAccount ? bandwidthFee : 0n;
  const prices = otherPrices(options);
  let rest = info.fee - energyFee - bandwidthFee;
  const take = (price: bigint): bigint => {
    const taken = min(rest, price);
    rest -= taken;
    return taken;
  };
  // A plan's price of a new account has both parts, of which one is in the receipt.
  const account = inReceipt + take(max(0n, prices.accountCreation - (transaction === undefined ? inReceipt : 0n)));
  const amounts = [
    ['account', account],
    ['memo', take(prices.memo)],
    ['signatures', take(prices.multiSign)],
    ['other', rest],
  ] as const;
  for (const [part, amount] of amounts) if (amount > 0n) lines.push({ part, by: 'coin', amount });
  return lines;
}

const sumOf = (lines: readonly FeeLine[], part: FeeLine['part']): bigint =>
  lines.reduce((sum, line) => (line.part === part ? sum + line.amount : sum), 0n);

function unexpectedParts(lines: readonly FeeLine[], info: FeeInfo, plan: ExpectedCost): UnexpectedPart[] {
  const { expectedFee } = plan;
  const { basic, penalty } = usedEnergy(info.receipt);
  const expected = expectedEnergy(info.receipt, plan);
  const { energyFee, energyTotal, energyFromStake, energyFromDeployer } = info.receipt;
  const byCoin = energyTotal - energyFromStake - energyFromDeployer;
  const price = byCoin > 0n ? energyFee / byCoin : 0n;
  const path = (basic - expected.basic + expected.penalty - expected.plannedPenalty) * price;
  const factor = (penalty - expected.penalty) * price;
  const requirePlanned = (name: keyof FeeBreakdown) => requireCoin(`expectedFee.${name}`, expectedFee[name]);
  const parts = [
    ['path', path],
    ['factor', factor],
    ['payment', energyFee - requirePlanned('energy') - path - factor],
    ['bandwidth', sumOf(lines, 'bandwidth') - requirePlanned('bandwidth')],
    ['account', sumOf(lines, 'account') - requirePlanned('accountCreation')],
    ['memo', sumOf(lines, 'memo') - requirePlanned('memo')],
    ['signatures', sumOf(lines, 'signatures') - requirePlanned('multiSign')],
    ['other', sumOf(lines, 'other')],
  ] as const;
  return parts.flatMap(([part, amount]) => (amount === 0n ? [] : { part, amount }));
}

/**
 * Why a transaction cost what it did: lines in small units that add up to its fee, and what a plan had not expected,
 * which adds up to the difference.
 *
 * Stake pays first, so energy that the plan did not expect is the first to burn coin. If a call took another path and
 * under another factor, the penalty that the path would have had under the old factor counts as `penalty`, in
 * proportion to the energy.
 *
 * Source: docs/protocol/fee-limit.md, "Who pays", "Receipt and TransactionInfo"; docs/protocol/bandwidth.md, "Account
 * creation", "Memo and multi-signature".
 *
 * @param options - `info`, what the node says of the transaction; `plan`, a `FeePlan` or the plan of a transfer;
 * `transaction` and `prices`, which tell memo, signatures and new account apart if the plan does not; `owner`, what
 * the account had left. Amounts are small units, quantities units of energy and bytes, all at least 0
 * @returns the lines, and the differences from the plan
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { explainFee } from '@coin/fee/resources';
 *
 * const receipt = {
 *   energyTotal: 80_000n,
 *   energyPenalty: 16_000n,
 *   energyFromStake: 50_000n,
 *   energyFromDeployer: 0n,
 *   energyFee: 3_000_000n,
 *   bandwidth: 345n,
 *   bandwidthFee: 0n,
 * };
 * const none = { bandwidth: 0n, accountCreation: 0n, memo: 0n, multiSign: 0n };
 * const expectedFee = { energy: 1_400_000n, total: 1_400_000n, ...none };
 * const plan = { energy: 64_000n, basicEnergy: 64_000n, expectedFee };
 *
 * const { lines, unexpected } = explainFee({ plan, info: { fee: 3_000_000n, receipt } });
 * lines[1]; // => { part: 'call', by: 'coin', quantity: 14_000n, amount: 1_400_000n }
 * lines[2]; // => { part: 'factor', by: 'coin', quantity: 16_000n, amount: 1_600_000n }
 * unexpected; // => [{ part: 'factor', amount: 1_600_000n }]
 * ```
 */
export function explainFee(options: ExplainFeeOptions): FeeExplanation {
  return computeFrom('options', options, () => {
    requireKnown(options, optionNames);
    const { info, plan } = options;
    requireReceipt(info);
    const lines = [...energyLines(info, plan), ...otherLines(options)];
    return { lines, unexpected: plan === undefined ? [] : unexpectedParts(lines, info, plan) };
  });
}
