import { expectedFee, supplyChange, transactionSize } from '@coin/fee';
import { prepareCall } from '../node/contract-calls.ts';
import { openLocalNetwork } from '../node/local-network.ts';
import { type ReportProgress } from '../worker/progress.ts';
import { CYCLES_TO_EFFECT, type ParameterVote, passes, type SupplyParameters, VOTES } from './parameters.ts';

export interface SupplyInput {
  readonly parameters: SupplyParameters;
  readonly vote: ParameterVote;
  /** What people send in a day. */
  readonly coinTransfers: number;
  readonly tokenTransfers: number;
  /** The share of bandwidth and energy that stakes pay for, in percent. */
  readonly stakedPercent: number;
}

/** Coin that came to be, and that ceased to be, in small units. */
export interface SupplyFlow {
  readonly minted: bigint;
  readonly burned: bigint;
  readonly net: bigint;
}

export interface SupplyDay {
  /** From 1. */
  readonly day: number;
  readonly ofDay: SupplyFlow;
  /** Since the first day. */
  readonly total: SupplyFlow;
}

export interface SupplyForecast {
  readonly days: readonly SupplyDay[];
  /** What one of each burns without a stake, in small units, at the present parameters. */
  readonly coinTransferFee: bigint;
  readonly tokenTransferFee: bigint;
  readonly passes: boolean;
}

export const DAYS = 14;
const CYCLES_PER_DAY = 4;
const BLOCKS_PER_CYCLE = 7_200;

let measured: { energy: bigint } | undefined;

/** The energy of a token transfer to a holder, as the node estimates it. */
async function tokenTransferEnergy(): Promise<bigint> {
  if (measured === undefined) {
    const network = openLocalNetwork();
    const { call } = await prepareCall(network, 'transfer-to-holder');
    measured = await network.source.simulate(call);
  }
  return measured.energy;
}

/** What one transfer of each kind burns. Its amount and its limit take a few bytes. */
function feesOf({ energyFee, transactionFee }: SupplyParameters, energy: bigint) {
  const prices = { energy: BigInt(Math.max(energyFee, 1)), bandwidth: BigInt(transactionFee) };
  const transfer = { size: transactionSize({ kind: 'transfer', amount: 1_000_000n }) };
  const feeLimit = energy * prices.energy;
  const call = { size: transactionSize({ kind: 'call', dataSize: 68, feeLimit }), energy };
  return {
    coinTransferFee: expectedFee({ transaction: transfer, prices }).total,
    tokenTransferFee: expectedFee({ transaction: call, prices }).total,
  };
}

/** What a cycle mints and burns under parameters. */
function flowOfCycle(parameters: SupplyParameters, energy: bigint, input: SupplyInput): SupplyFlow {
  const { coinTransferFee, tokenTransferFee } = feesOf(parameters, energy);
  const ofDay = coinTransferFee * BigInt(input.coinTransfers) + tokenTransferFee * BigInt(input.tokenTransfers);
  const burned = (ofDay * BigInt(100 - input.stakedPercent)) / 100n / BigInt(CYCLES_PER_DAY);
  const { blockReward, votingReward } = parameters;
  const { minted, change: net } = supplyChange({
    blocks: BLOCKS_PER_CYCLE,
    blockReward: BigInt(blockReward),
    votingReward: BigInt(votingReward),
    burned,
    votes: VOTES,
  });
  return { minted, burned, net };
}

const add = (a: SupplyFlow, b: SupplyFlow): SupplyFlow => ({
  minted: a.minted + b.minted,
  burned: a.burned + b.burned,
  net: a.net + b.net,
});
const NOTHING: SupplyFlow = { minted: 0n, burned: 0n, net: 0n };

/** What two weeks mint and burn, if people send the same every day and the vote is put on the first. */
export async function forecastSupply(input: SupplyInput, report: ReportProgress): Promise<SupplyForecast> {
  report({ share: 0.1, step: 'Measuring a token transfer' });
  const energy = await tokenTransferEnergy();
  const { vote, parameters } = input;
  const changed = passes(vote) ? { ...parameters, [vote.parameter]: vote.value } : parameters;
  const before = flowOfCycle(parameters, energy, input);
  const after = flowOfCycle(changed, energy, input);
  const days: SupplyDay[] = [];
  let total = NOTHING;
  for (let day = 1; day <= DAYS; day++) {
    let ofDay = NOTHING;
    for (let cycle = (day - 1) * CYCLES_PER_DAY; cycle < day * CYCLES_PER_DAY; cycle++)
      ofDay = add(ofDay, cycle < CYCLES_TO_EFFECT ? before : after);
    total = add(total, ofDay);
    days.push({ day, ofDay, total });
  }
  return { days, ...feesOf(parameters, energy), passes: passes(vote) };
}
