import { type SmallUnits } from '@coin/units';
import { MAX_INT64, PERCENT, bigintArgument, coinArgument, integerArgument } from './argument-checks.ts';
import { min, sum } from './bigint-math.ts';

/** The coin that a network mints with every block, in small units. */
export interface RewardRules {
  /** For the producer: `getWitnessPayPerBlock`; 0.05 coin by default. */
  readonly blockReward?: SmallUnits;
  /** For the witnesses with the most votes, in proportion: `getWitness127PayPerBlock`; 0.15 coin by default. */
  readonly votingReward?: SmallUnits;
}

/** A witness, with the votes as of the last maintenance. */
export interface Witness {
  /** The votes it has received, at least 0. */
  readonly votes: bigint;
  /** The percentage of its rewards that it keeps, 0 to 100; 20 by default. */
  readonly brokeragePercent?: number;
}

/** The parts of a reward for a witness and for its voters, in small units. */
export interface RewardSplit {
  readonly witness: SmallUnits;
  readonly voters: SmallUnits;
}

const REWARDED_WITNESSES = 127;
const DEFAULT_BROKERAGE = 20;

/** The node's cast of a double: truncated, and limited to 64 bits. */
const toLong = (value: number): bigint => min(BigInt(Math.trunc(value)), MAX_INT64);

const requireRewards = ({ blockReward = 50_000n, votingReward = 150_000n }: RewardRules) => ({
  blockReward: coinArgument('blockReward', blockReward),
  votingReward: coinArgument('votingReward', votingReward),
});

/**
 * Splits a reward, in small units, between a witness and its voters; the parts add up to the whole.
 *
 * Source: docs/protocol/minting.md: the witness's part is computed in IEEE doubles and truncated.
 *
 * @param options - `reward`, small units, at least 0; `brokeragePercent`, the percentage that the witness keeps,
 * 0 to 100, 20 by default
 * @returns both parts in small units
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { splitReward } from '@coin/fee';
 *
 * splitReward({ reward: 50_000n }); // => { witness: 10_000n, voters: 40_000n }
 * splitReward({ reward: 100n, brokeragePercent: 29 }); // => { witness: 28n, voters: 72n }
 * ```
 */
export function splitReward(options: { reward: SmallUnits; brokeragePercent?: number }): RewardSplit {
  const { reward, brokeragePercent = DEFAULT_BROKERAGE } = options;
  coinArgument('reward', reward);
  integerArgument('brokeragePercent', brokeragePercent, PERCENT);
  const witness = toLong((brokeragePercent / 100) * Number(reward));
  return { witness, voters: reward - witness };
}

/**
 * The shares of a voting reward, in small units, that witnesses receive for their votes, in the order of `votes`.
 *
 * The 127 with the most votes share it (on a tie for the last place, those listed first). The remainder of rounding is
 * not minted, and nothing is minted if there are no votes.
 *
 * Source: docs/protocol/minting.md; docs/protocol/rewards.md, "Paying a block": IEEE doubles, truncated.
 *
 * @param options - `votingReward`, small units, at least 0, 0.15 coin by default; `votes` of each witness, at
 * least 0
 * @returns small units, one share for each entry of `votes`
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { shareVotingReward } from '@coin/fee';
 *
 * shareVotingReward({ votingReward: 128_000_000n, votes: [3n, 2n, 1n] }); // => [64_000_000n, 42_666_666n, 21_333_333n]
 * ```
 */
export function shareVotingReward(options: { votingReward?: SmallUnits; votes: readonly bigint[] }): SmallUnits[] {
  const { votingReward } = requireRewards(options);
  for (const votes of options.votes) {
    bigintArgument('votes', votes, { min: 0n, max: MAX_INT64, unit: 'votes' });
  }
  const ranked = [...options.votes.entries()].sort(([, a], [, b]) => Number(b - a)).slice(0, REWARDED_WITNESSES);
  const perVote = Number(votingReward) / Number(sum(ranked.map(([, votes]) => votes)));
  const shares: SmallUnits[] = options.votes.map(() => 0n);
  for (const [index, votes] of ranked) {
    if (votes > 0n) shares[index] = toLong(Number(votes) * perVote);
  }
  return shares;
}

/**
 * Returns the rewards that one block mints, in small units.
 *
 * They are the producer's block reward and the voting reward of all witnesses. Each is split between a witness and its
 * voters, in the order of `witnesses`.
 *
 * Rewards are credited to a witness's allowance, and enter its balance only when they are withdrawn.
 *
 * Source: docs/protocol/minting.md; docs/specification.md §1: 0.05 and 0.15 coin, both changed by proposals.
 *
 * @param options - `witnesses` with votes and brokerage; `producer`, the index of the one that produced the
 * block; `blockReward`, `votingReward`, small units, at least 0
 * @returns `minted`, the total, and `rewards` of each witness and its voters, in small units
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { blockRewards } from '@coin/fee';
 *
 * blockRewards({ witnesses: [{ votes: 2n }, { votes: 1n }], producer: 1 });
 * // => {
 * //   minted: 200_000n,
 * //   rewards: [{ witness: 20_000n, voters: 80_000n }, { witness: 20_000n, voters: 80_000n }],
 * // }
 * ```
 */
export function blockRewards(options: RewardRules & { witnesses: readonly Witness[]; producer: number }): {
  readonly minted: SmallUnits;
  readonly rewards: readonly RewardSplit[];
} {
  const { witnesses, producer } = options;
  const { blockReward, votingReward } = requireRewards(options);
  integerArgument('producer', producer, { min: 0, max: witnesses.length - 1 });
  const shares = shareVotingReward({ votingReward, votes: witnesses.map(({ votes }) => votes) });
  const minted = coinArgument('minted', blockReward + sum(shares));
  const rewards = witnesses.map(({ brokeragePercent = DEFAULT_BROKERAGE }, index) => {
    const voting = splitReward({ brokeragePercent, reward: shares[index] ?? 0n });
    const block = splitReward({ brokeragePercent, reward: index === producer ? blockReward : 0n });
    const own = coinArgument('reward of a witness', voting.witness + block.witness);
    return { witness: own, voters: voting.voters + block.voters };
  });
  return { minted, rewards };
}

/**
 * Returns the change of the supply of coin over a number of blocks, in small units: minted minus burned coin.
 *
 * With `votes`, the amount minted is exact: the remainder of rounding each voting reward is not minted. Without, every
 * voting reward counts in full.
 *
 * Source: docs/specification.md §1, minting and burning; docs/protocol/minting.md. The node does not record the
 * supply: it is the genesis plus rewards minus the counter of burned coin.
 *
 * @param options - `blocks`, their number, at least 0; `burned` in these blocks, small units, at least 0, 0 by default;
 * `blockReward`, `votingReward`, small units, at least 0; `votes` of each witness during these blocks
 * @returns `minted`, `burned` and `change`, which is negative if more is burned, in small units
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { supplyChange } from '@coin/fee';
 *
 * supplyChange({ blocks: 28_800 }); // => { minted: 5_760_000_000n, burned: 0n, change: 5_760_000_000n }
 * supplyChange({ blocks: 1, burned: 300_000n }).change; // => -100_000n
 * ```
 */
export function supplyChange(
  options: RewardRules & { blocks: number; burned?: SmallUnits; votes?: readonly bigint[] },
): { readonly minted: SmallUnits; readonly burned: SmallUnits; readonly change: SmallUnits } {
  const { blocks, burned = 0n, votes } = options;
  const { blockReward, votingReward } = requireRewards(options);
  integerArgument('blocks', blocks, { min: 0, unit: 'blocks' });
  coinArgument('burned', burned);
  const votingShares = votes === undefined ? votingReward : sum(shareVotingReward({ votingReward, votes }));
  const minted = coinArgument('minted', BigInt(blocks) * (blockReward + votingShares));
  return { minted, burned, change: minted - burned };
}
