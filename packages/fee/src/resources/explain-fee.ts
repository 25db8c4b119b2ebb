import { type Energy, type SmallUnits, type FeePrices, type OwnerResources } from '@coin/units';
import { ENERGY, bigintArgument, coinArgument, integerArgument } from '../argument-checks.ts';
import { max, min } from '../bigint-math.ts';
import { AMPLE_STAKE, expectedFee, type FeeBreakdown, type FeeTransaction } from '../expected-fee.ts';

/** A node's report of the cost of a transaction. A transaction info of `@coin/rpc` fits. */
export interface FeeInfo {
  /** The coin burned in total, in small units. */
  readonly fee: SmallUnits;
  readonly receipt: {
    /** The total energy, including the penalty and the deployer's share. */
    readonly energyTotal: Energy;
    readonly energyPenalty: Energy;
    /** The energy from the caller's stake. */
    readonly energyFromStake: Energy;
    /** The energy from the deployer's stake. */
    readonly energyFromDeployer: Energy;
    /** The coin burned for the rest of the energy, in small units. */
    readonly energyFee: SmallUnits;
    /** The bytes from staked or free bandwidth. */
    readonly bandwidth: bigint;
    /** The coin burned for bytes, or for a new account, in small units. */
    readonly bandwidthFee: SmallUnits;
  };
}

/** The cost that a plan expected: a `FeePlan`, or the plan of a transfer in a batch. */
export interface ExpectedCost {
  readonly expectedFee: FeeBreakdown;
  /** The energy that the call was expected to use, including the penalty; 0 by default, as for a transfer. */
  readonly energy?: Energy;
  /** The part of `energy` without the penalty; by default, the same share as in the executed call. */
  readonly basicEnergy?: Energy;
}

/** A part of a fee. */
export interface FeeLine {
  /**
   * The purpose of the fee. The energy of a call has four parts: the planned energy (`call`), energy of a path that the
   * plan did not know (`path`), the planned penalty (`penalty`), and the penalty of a factor that has risen (`factor`).
   * Without a plan it has only `call` and `penalty`. Other parts are `bandwidth`, a new `account`, a `memo`, further
   * `signatures`, and `other`: the price of a transaction type, such as issuing a token.
   */
  readonly part: 'call' | 'path' | 'penalty' | 'factor' | 'bandwidth' | 'account' | 'memo' | 'signatures' | 'other';
  /**
   * The source of the payment: coin, the owner's stake, the deployer's stake, free bandwidth, or `stake-or-free` if the
   * report does not show which of the two it was.
   */
  readonly by: 'coin' | 'stake' | 'deployer' | 'free' | 'stake-or-free';
  /** Units of energy or bytes; absent for parts that have none. */
  readonly quantity?: bigint;
  /** The part of the fee, in small units: 0 unless coin paid. */
  readonly amount: SmallUnits;
}

/** One reason why a fee differs from the expected one. */
export interface UnexpectedPart {
  /**
   * `path`: the call used another basic energy. `factor`: it had another penalty. `payment`: stake paid more or less of
   * the energy, or the price of energy has changed. The others are as in {@link FeeLine}.
   */
  readonly part: 'path' | 'factor' | 'payment' | 'bandwidth' | 'account' | 'memo' | 'signatures' | 'other';
  /** The coin that it adds to the fee, in small units; below 0 if it lowers the fee. */
  readonly amount: SmallUnits;
}

/** A fee, part by part. */
export interface FeeExplanation {
  /** The lines, whose amounts add up to the fee. */
  readonly lines: readonly FeeLine[];
  /** The differences from the plan, whose amounts add up to the total difference; empty without a plan. */
  readonly unexpected: readonly UnexpectedPart[];
}

/** A transaction's cost, and other facts about the transaction. */
export interface ExplainFeeOptions {
  readonly info: FeeInfo;
  readonly plan?: ExpectedCost;
  /** The transaction's own fields. Without them, memo, signatures and new account are taken from the plan. */
  readonly transaction?: FeeTransaction;
  /** The prices in the transaction's block, in small units: memo, signatures and new account. */
  readonly prices?: FeePrices;
  /** The resources that its owner had left, which distinguish staked from free bandwidth. */
  readonly owner?: Partial<OwnerResources>;
}

type Amounts = Omit<FeeBreakdown, 'energy' | 'bandwidth' | 'total'>;

function requireReceipt({ fee, receipt }: FeeInfo): void {
  for (const name of ['energyTotal', 'energyPenalty', 'energyFromStake', 'energyFromDeployer'] as const)
    bigintArgument(name, receipt[name], ENERGY);
  bigintArgument('bandwidth', receipt.bandwidth, { min: 0n, unit: 'bytes' });
  coinArgument('energyFee', receipt.energyFee);
  coinArgument('bandwidthFee', receipt.bandwidthFee);
  coinArgument('fee', fee, receipt.energyFee + receipt.bandwidthFee);
}

/** The energy that a plan expected of a call, in units. */
interface ExpectedEnergy {
  readonly basic: Energy;
  /** The penalty of the path that the call took, under the expected factor. */
  readonly penalty: Energy;
  /** The penalty of the expected path. */
  readonly plannedPenalty: Energy;
}

/** The energy that a call used. */
function usedEnergy({ energyTotal, energyPenalty }: FeeInfo['receipt']): { basic: Energy; penalty: Energy } {
  const penalty = min(energyPenalty, energyTotal);
  return { basic: energyTotal - penalty, penalty };
}

function expectedEnergy(receipt: FeeInfo['receipt'], plan: ExpectedCost | undefined): ExpectedEnergy {
  const { basic: used, penalty } = usedEnergy(receipt);
  if (plan === undefined) return { basic: used, penalty, plannedPenalty: penalty };
  const { energy = 0n } = plan;
  bigintArgument('energy', energy, ENERGY);
  // A plan that does not know its penalty expects the share that the call had.
  const share = energy - (penalty * energy) / max(1n, receipt.energyTotal);
  const basic = bigintArgument('basicEnergy', plan.basicEnergy ?? share, { min: 0n, max: energy });
  const plannedPenalty = energy - basic;
  return { basic, plannedPenalty, penalty: basic === 0n ? 0n : (plannedPenalty * used + basic - 1n) / basic };
}

/** The energy of a call by part. The planned energy comes first, because stake pays first. */
function energyByPart(receipt: FeeInfo['receipt'], expected: ExpectedEnergy) {
  const { basic, penalty } = usedEnergy(receipt);
  return [
    ['call', min(basic, expected.basic)],
    ['path', max(0n, basic - expected.basic)],
    ['penalty', min(penalty, expected.penalty)],
    ['factor', max(0n, penalty - expected.penalty)],
  ] as const;
}

/** The lines of energy. Stake pays for the first parts, and coin for the rest. */
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
    // The last part takes the remainder of the division.
    const amount = left === coin ? burned : (energyFee * left) / byCoin;
    coin -= left;
    burned -= amount;
    if (byDeployer > 0n) lines.push({ part, by: 'deployer', quantity: byDeployer, amount: 0n });
    if (byStake > 0n) lines.push({ part, by: 'stake', quantity: byStake, amount: 0n });
    if (left > 0n || amount > 0n) lines.push({ part, by: 'coin', quantity: left, amount });
  }
  return lines;
}

/** The prices of a transaction besides energy and bytes, from its own fields or from its plan. */
function otherPrices({ transaction, prices = {}, plan }: ExplainFeeOptions): Amounts {
  if (transaction === undefined) {
    const { accountCreation = 0n, memo = 0n, multiSign = 0n } = plan?.expectedFee ?? {};
    return { accountCreation, memo, multiSign };
  }
  return expectedFee({ transaction: { ...transaction, energy: 0n }, prices, owner: AMPLE_STAKE });
}

function bandwidthSource({ info, owner, transaction }: ExplainFeeOptions): FeeLine['by'] {
  if (transaction?.createsAccount === true) return 'stake';
  if (owner === undefined) return 'stake-or-free';
  return info.receipt.bandwidth <= BigInt(integerArgument('stakedBandwidth', owner.stakedBandwidth ?? 0, { min: 0 }))
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
  const requirePlanned = (name: keyof FeeBreakdown) => coinArgument(`expectedFee.${name}`, expectedFee[name]);
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
 * Explains the fee of a transaction: lines that add up to it, and the differences from a plan.
 *
 * Stake pays first, so energy that the plan did not expect is the first to burn coin. If a call took another path under
 * another factor, the penalty of that path under the old factor counts as `penalty`, in proportion to the energy.
 *
 * Source: docs/protocol/fee-limit.md, "Who pays", "Receipt and TransactionInfo"; docs/protocol/bandwidth.md, "Account
 * creation", "Memo and multi-signature".
 *
 * @param options - `info`, the node's report; `plan`, a `FeePlan` or the plan of a transfer; `transaction` and
 * `prices`, which distinguish memo, signatures and new account if the plan does not; `owner`, the account's earlier
 * resources. Amounts are small units, quantities units of energy and bytes, all at least 0
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
  const { info, plan } = options;
  requireReceipt(info);
  const lines = [...energyLines(info, plan), ...otherLines(options)];
  return { lines, unexpected: plan === undefined ? [] : unexpectedParts(lines, info, plan) };
}
