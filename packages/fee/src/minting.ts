import type { SmallUnits } from '@coin/units';
import { sum } from './bigint-math.ts';
import { requireQuantity } from './require-quantity.ts';

/** What a network mints with every block, in small units. */
export interface RewardRules {
  /** To the producer; 0.05 coin when absent. `getWitnessPayPerBlock`. */
  blockReward?: SmallUnits;
  /** To the representatives with the most votes, by votes; 0.15 coin when absent. `getWitness127PayPerBlock`. */
  votingReward?: SmallUnits;
}

/** One representative, as the votes stood at the last maintenance. */
export interface Representative {
  /** Votes received, at least 0. */
  votes: bigint;
  /** The percentage it keeps of its rewards, 0 to 100; 20 when absent. */
  brokeragePercent?: number;
}

/** A reward between a representative and those who vote for it, in small units. */
export interface SplitReward {
  representative: SmallUnits;
  voters: SmallUnits;
}

const REWARDED_REPRESENTATIVES = 127;

const requireRewards = ({ blockReward = 50_000n, votingReward = 150_000n }: RewardRules) => ({
  blockReward: requireQuantity('blockReward', blockReward, 'small units', 0n),
  votingReward: requireQuantity('votingReward', votingReward, 'small units', 0n),
});

/**
 * Splits a reward, in small units, between a representative and its voters; the parts add up to the whole.
 *
 * Source: docs/protocol/minting.md: the representative's part is computed in IEEE doubles and truncated.
 *
 * @param options - `reward`, small units, at least 0; `brokeragePercent`, what the representative keeps, 0 to 100, 20 when
 * absent
 * @returns both parts in small units
 * @throws FeeError `WRONG_TYPE`, `OUT_OF_RANGE`
 * @example
 * ```ts
 * import { splitReward } from '@coin/fee';
 *
 * splitReward({ reward: 50_000n }); // => { representative: 10_000n, voters: 40_000n }
 * splitReward({ reward: 100n, brokeragePercent: 29 }); // => { representative: 28n, voters: 72n }
 * ```
 */
export function splitReward(options: { reward: SmallUnits; brokeragePercent?: number }): SplitReward {
  const { reward, brokeragePercent = 20 } = options;
  requireQuantity('reward', reward, 'small units', 0n);
  requireQuantity('brokeragePercent', brokeragePercent, 'percent', 0, 100);
  const representative = BigInt(Math.trunc((brokeragePercent / 100) * Number(reward)));
  return { representative, voters: reward - representative };
}

/**
 * The shares of a voting reward, in small units, that representatives get for their votes, in the order given.
 *
 * The 127 with the most votes share it (of equals at the edge, those given first); what rounding leaves is not minted, and
 * nothing is where nobody has a vote.
 *
 * Source: docs/protocol/minting.md; docs/protocol/rewards.md, "Paying a block": IEEE doubles, truncated.
 *
 * @param options - `votingReward`, small units, at least 0, 0.15 coin when absent; `votes` of each representative, at
 * least 0
 * @returns small units, one share for each of `votes`
 * @throws FeeError `WRONG_TYPE`, `OUT_OF_RANGE`
 * @example
 * ```ts
 * import { shareVotingReward } from '@coin/fee';
 *
 * shareVotingReward({ votingReward: 128_000_000n, votes: [3n, 2n, 1n] }); // => [64_000_000n, 42_666_666n, 21_333_333n]
 * ```
 */
export function shareVotingReward(options: { votingReward?: SmallUnits; votes: readonly bigint[] }): SmallUnits[] {
  const { votingReward } = requireRewards(options);
  for (const votes of options.votes) requireQuantity('votes', votes, 'votes', 0n);
  const ranked = [...options.votes.entries()].sort(([, a], [, b]) => Number(b - a)).slice(0, REWARDED_REPRESENTATIVES);
  const perVote = Number(votingReward) / Number(sum(ranked.map(([, votes]) => votes)));
  const shares: SmallUnits[] = options.votes.map(() => 0n);
  for (const [index, votes] of ranked) {
    if (votes > 0n) shares[index] = BigInt(Math.trunc(Number(votes) * perVote));
  }
  return shares;
}

/**
 * What one block mints, in small units: the producer's block reward and everybody's voting reward, each split between a
 * representative and its voters, in the order given.
 *
 * Rewards enter a representative's allowance, never its balance, until they are withdrawn.
 *
 * Source: docs/protocol/minting.md; docs/specification.md §1: 0.05 and 0.15 coin, both changed by proposals.
 *
 * @param options - `representatives` with votes and brokerage; `producer`, the index of the one who made the block;
 * `blockReward`, `votingReward`, small units, at least 0
 * @returns `minted` in all, and what each representative and its voters get, in small units
 * @throws FeeError `WRONG_TYPE`, `OUT_OF_RANGE`
 * @example
 * ```ts
 * import { blockRewards } from '@coin/fee';
 *
 * blockRewards({ representatives: [{ votes: 2n }, { votes: 1n }], producer: 1 });
 * // => { minted: 200_000n, rewards: [{ representative: 20_000n, voters: 80_000n }, { representative: 20_000n, voters: 80_000n }] }
 * ```
 */
export function blockRewards(options: RewardRules & { representatives: readonly Representative[]; producer: number }): {
  minted: SmallUnits;
  rewards: SplitReward[];
} {
  const { representatives, producer } = options;
  const { blockReward, votingReward } = requireRewards(options);
  requireQuantity('producer', producer, '(an index)', 0, representatives.length - 1);
  const shares = shareVotingReward({ votingReward, votes: representatives.map(({ votes }) => votes) });
  const rewards = representatives.map((representative, index) => {
    const voting = splitReward({ ...representative, reward: shares[index] ?? 0n });
    const block = splitReward({ ...representative, reward: index === producer ? blockReward : 0n });
    return { representative: voting.representative + block.representative, voters: voting.voters + block.voters };
  });
  return { minted: blockReward + sum(shares), rewards };
}

/**
 * How the supply of coin changes over a number of blocks, in small units: what they mint less what was burned.
 *
 * With `votes` the mint is exact, less what rounding leaves of each voting reward; without, all of it counts.
 *
 * Source: docs/specification.md §1, minting and burning; docs/protocol/minting.md. The node keeps no supply: genesis,
 * plus rewards, less the counter of burned coin.
 *
 * @param options - `blocks`, how many, at least 0; `burned` meanwhile, small units, at least 0, 0 when absent;
 * `blockReward`, `votingReward`, small units, at least 0; `votes` of each representative meanwhile
 * @returns `minted`, `burned` and `change`, which is negative where more was burned, in small units
 * @throws FeeError `WRONG_TYPE`, `OUT_OF_RANGE`
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
): { minted: SmallUnits; burned: SmallUnits; change: SmallUnits } {
  const { blocks, burned = 0n, votes } = options;
  const { blockReward, votingReward } = requireRewards(options);
  requireQuantity('blocks', blocks, 'blocks', 0);
  requireQuantity('burned', burned, 'small units', 0n);
  const votingShares = votes === undefined ? votingReward : sum(shareVotingReward({ votingReward, votes }));
  const minted = BigInt(blocks) * (blockReward + votingShares);
  return { minted, burned, change: minted - burned };
}
