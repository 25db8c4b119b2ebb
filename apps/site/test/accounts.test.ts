import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readActions } from '../src/playground/accounts/actions.ts';
import { playAccounts, type PlayedAccounts } from '../src/playground/accounts/model.ts';
import { createPlayer } from '../src/playground/accounts/player.ts';
import { actions } from './support/actions.ts';

function play(text: string, shown = 1): Promise<PlayedAccounts> {
  const list = readActions(text);
  if (list === undefined) throw new Error(`No actions: ${text}`);
  return playAccounts({ actions: list, shown }, () => undefined);
}

const COIN = 1_000_000n;
const START = 1_000_000n * COIN;

test('shows balances, stakes and votes after transfers, stakes, delegations and votes', async () => {
  const { accounts, played } = await play(
    'send.1.2.1500000_stake.2.energy.10000000000_stake.2.bandwidth.2000000000_delegate.2.3.energy.4000000000_vote.2.7000',
  );
  expect(played.map(({ record }) => record?.succeeded)).toEqual([true, true, true, true, true]);
  expect(played.every(({ record }) => record?.fee === 0n)).toBe(true);
  const [first, second, third] = accounts;
  expect(first?.balance).toBe(START - 1_500_000n);
  expect(second).toMatchObject({
    balance: START + 1_500_000n - 12_000n * COIN,
    energy: { staked: 10_000n * COIN, delegatedTo: 4_000n * COIN, delegatedFrom: 0n },
    bandwidth: { staked: 2_000n * COIN, delegatedTo: 0n, delegatedFrom: 0n },
    votes: { used: 7_000n, limit: 12_000n },
  });
  expect(third?.energy).toEqual({ staked: 0n, delegatedTo: 0n, delegatedFrom: 4_000n * COIN });
  // 180 billion units a day for 20,000,010,000 coins.
  expect(third?.resources.energy.limit).toBe((4_000n * 180_000_000_000n) / 20_000_010_000n);
});

/** Usage that has recovered for some slots of three seconds. Source: docs/protocol/staking.md#base-recovery. */
function recovered(used: bigint, slots: number): bigint {
  const [precision, window] = [1_000_000n, 28_800n];
  const average = (used * precision + window - 1n) / window;
  const left = slots < 28_800 ? Math.round(Number(average) * ((28_800 - slots) / 28_800)) : 0;
  return (BigInt(left) * window) / precision;
}

test('shows a recovery of bandwidth and energy that follows the documented formula', async () => {
  // The first stake pays with the free bandwidth, the second and what follows with the staked.
  const { recovery, played } = await play('stake.1.energy.10000000000_stake.1.bandwidth.9000000000_call.1.2');
  const [staking, , calling] = played.map(({ record }) => record);
  // The usage is of the block before the transaction's, which is the newest one.
  const slots = (minutes: number) => (minutes === 0 ? 1 : minutes * 20 + 1);
  expect(recovery.map(({ minutes }) => minutes)).toEqual(Array.from({ length: 49 }, (_, index) => index * 30));
  for (const { minutes, stakedBandwidth, energy, freeBandwidth } of recovery) {
    expect(energy).toBe(recovered(calling?.energy ?? 0n, slots(minutes)));
    expect(stakedBandwidth).toBe(recovered(calling?.bandwidth ?? 0n, slots(minutes)));
    if (minutes === 0) expect(freeBandwidth).toBeLessThanOrEqual((staking?.bandwidth ?? 0n) * 2n);
  }
  expect(recovery[0]?.energy).toBeGreaterThan(12_000n);
  expect(recovery.at(-1)).toMatchObject({ stakedBandwidth: 0n, energy: 0n, freeBandwidth: 0n });
});

test('shows a recovery of free bandwidth that follows the documented formula', async () => {
  const { recovery, played } = await play('send.4.1.5', 4);
  const used = played[0]?.record?.bandwidth ?? 0n;
  expect(used).toBeGreaterThan(250n);
  for (const { minutes, freeBandwidth } of recovery)
    expect(freeBandwidth).toBe(recovered(used, minutes === 0 ? 1 : minutes * 20 + 1));
});

test('leaves the network where it was after looking a day ahead', async () => {
  const { time, blocks } = await play('send.1.2.5');
  expect(blocks[0]).toMatchObject({ time, transactions: [{ type: 'TransferContract', result: 'SUCCESS' }] });
});

test('shows the blocks as they come, the newest first', async () => {
  const { blocks, time, nextMaintenance } = await play('send.1.2.5_blocks.3_hours.2_cycle');
  expect(blocks).toHaveLength(10);
  const [cycle, hours, third, second] = blocks;
  expect(cycle?.time).toBe(time);
  expect(nextMaintenance - time).toBeGreaterThan(0);
  expect(nextMaintenance - time).toBeLessThanOrEqual(21_600_000);
  expect((hours?.time ?? 0) - (third?.time ?? 0)).toBeGreaterThanOrEqual(7_200_000);
  expect((third?.time ?? 0) - (second?.time ?? 0)).toBe(3_000);
  expect(blocks.map(({ number }) => number)).toEqual(blocks.map((_, index) => (cycle?.number ?? 0) - index));
});

test('pays voters a reward after a cycle, which is taken into the balance', async () => {
  const before = await play('stake.1.energy.10000000000_vote.1.10000_cycle_blocks.20_cycle');
  const reward = before.accounts[0]?.reward ?? 0n;
  expect(reward).toBeGreaterThan(0n);
  const after = await play('stake.1.energy.10000000000_vote.1.10000_cycle_blocks.20_cycle_reward.1');
  expect(after.accounts[0]?.balance).toBe((before.accounts[0]?.balance ?? 0n) + reward);
});

test('says why an action was rejected, and continues with the next', async () => {
  const { played, accounts } = await play('send.1.2.999999999999999_vote.1.5_send.1.2.7');
  expect(played[0]?.problem).toMatch(/balance is not sufficient/);
  expect(played[1]?.problem).toMatch(/vote/i);
  expect(played[2]?.record?.succeeded).toBe(true);
  expect(accounts[1]?.balance).toBe(START + 7n);
});

test('plays a list after others in the same way as first', async () => {
  await fc.assert(
    fc.asyncProperty(actions, actions, async (first, second) => {
      const player = createPlayer();
      await player.play([...first, ...second], () => undefined);
      const again = await player.play(second, () => undefined);
      const fresh = await createPlayer().play(second, () => undefined);
      expect(again.played).toEqual(fresh.played);
      expect(again.stage.node.dump()).toBe(fresh.stage.node.dump());
    }),
    { numRuns: scaled(2) },
  );
});
