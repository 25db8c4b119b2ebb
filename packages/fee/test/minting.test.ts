import { blockRewards, shareVotingReward, splitReward, supplyChange } from '@coin/fee';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorCodeOf } from './support/error-code.ts';

const mainnet = { blockReward: 8_000_000n, votingReward: 128_000_000n };

describe('splitReward', () => {
  test.each([
    [100n, 29, 28n],
    [100n, 57, 56n],
    [100n, 20, 20n],
    [136_000_000n, 20, 27_200_000n],
    [50_000n, 100, 50_000n],
    [50_000n, 0, 0n],
  ])('of %d at %d percent leaves exactly %d to the witness', (reward, brokeragePercent, witness) => {
    expect(splitReward({ reward, brokeragePercent })).toEqual({ witness, voters: reward - witness });
  });

  test('returns parts that add up to the reward', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 53n }), fc.nat(100), (reward, brokeragePercent) => {
        const { witness, voters } = splitReward({ reward, brokeragePercent });
        expect(witness + voters).toBe(reward);
        expect(voters).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});

describe('shareVotingReward', () => {
  test('shares in proportion to votes and truncates, so the remainder is not minted', () => {
    const shares = shareVotingReward({ votingReward: 128_000_000n, votes: [3n, 2n, 1n] });
    expect(shares).toEqual([64_000_000n, 42_666_666n, 21_333_333n]);
  });

  test('rewards only the 127 with the most votes', () => {
    const votes = Array.from({ length: 200 }, (_, index) => BigInt(index + 1));
    const shares = shareVotingReward({ votes });
    expect(shares.filter((share) => share > 0n)).toHaveLength(127);
    expect(shares.findIndex((share) => share > 0n)).toBe(73);
  });

  test('rewards nobody without votes, and the first listed on a tie for the last place', () => {
    expect(shareVotingReward({ votes: [0n, 0n] })).toEqual([0n, 0n]);
    expect(shareVotingReward({ votes: [] })).toEqual([]);
    const shares = shareVotingReward({ votes: Array.from({ length: 128 }, () => 1n) });
    expect(shares.map((share) => share > 0n)).toEqual(Array.from({ length: 128 }, (_, index) => index < 127));
  });

  test('never shares more than the reward', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 11n }), { maxLength: 140 }), (votes) => {
        const sum = shareVotingReward({ votingReward: mainnet.votingReward, votes }).reduce(
          (total, share) => total + share,
          0n,
        );
        expect(sum).toBeLessThanOrEqual(mainnet.votingReward);
      }),
    );
  });
});

describe('blockRewards and supplyChange', () => {
  test('agree with 93 recorded blocks of one witness at 20 %', () => {
    const { rewards } = blockRewards({ ...mainnet, witnesses: [{ votes: 100n }], producer: 0 });
    expect(rewards.map(({ witness }) => 93n * witness)).toEqual([2_529_600_000n]);
  });

  test('mint the rewards of the specification by default', () => {
    const { minted } = blockRewards({ witnesses: [{ votes: 1n }], producer: 0 });
    expect(minted).toBe(50_000n + 150_000n);
  });

  test('split each of the two rewards separately', () => {
    const { minted, rewards } = blockRewards({
      blockReward: 101n,
      votingReward: 301n,
      witnesses: [
        { votes: 2n, brokeragePercent: 50 },
        { votes: 1n, brokeragePercent: 0 },
        { votes: 0n, brokeragePercent: 10 },
      ],
      producer: 0,
    });
    expect(rewards).toEqual([
      { witness: 150n, voters: 151n },
      { witness: 0n, voters: 100n },
      { witness: 0n, voters: 0n },
    ]);
    expect(minted).toBe(401n);
  });

  test('agree on the total coin that many blocks mint', () => {
    const votes = [7n, 5n, 3n, 0n];
    const { minted } = blockRewards({ ...mainnet, witnesses: votes.map((votes) => ({ votes })), producer: 3 });
    expect(supplyChange({ ...mainnet, blocks: 1_000, votes }).minted).toBe(1_000n * minted);
  });

  test('change the supply by the coin minted minus the coin burned', () => {
    expect(supplyChange({ blocks: 0 })).toEqual({ minted: 0n, burned: 0n, change: 0n });
    expect(supplyChange({ blocks: 10, burned: 5_000_000n })).toEqual({
      minted: 2_000_000n,
      burned: 5_000_000n,
      change: -3_000_000n,
    });
    expect(supplyChange({ blocks: 10, votes: [0n] }).minted).toBe(500_000n);
  });
});

test.each([
  ['a negative reward', () => splitReward({ reward: -1n })],
  ['a percentage above 100', () => splitReward({ reward: 1n, brokeragePercent: 101 })],
  ['negative votes', () => shareVotingReward({ votes: [-1n] })],
  ['a producer that is not listed', () => blockRewards({ witnesses: [], producer: 0 })],
  ['negative blocks', () => supplyChange({ blocks: -1 })],
  ['a negative burn', () => supplyChange({ blocks: 1, burned: -1n })],
])('the minting functions reject %s', (_, run) => {
  expect(errorCodeOf(run)).toBe('ARGUMENT_INVALID');
});
