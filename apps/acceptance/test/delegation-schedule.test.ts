import { resourcesAt } from '@coin/fee/resources';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { COIN } from './support/batch-node.ts';
import { executeSchedule, type ScheduleSetup } from './support/execute-schedule.ts';

const HOUR = 3_600_000;
const DAY_SLOTS = 28_800;

const wallet = fc.array(
  fc.record({
    kind: fc.constantFrom('small' as const, 'large' as const),
    slots: fc.oneof(
      fc.constantFrom(1, 1, 2, 20),
      fc.integer({ min: 1, max: 3_000 }),
      fc.integer({ min: 1, max: DAY_SLOTS }),
    ),
  }),
  { maxLength: 12 },
);

const setups: fc.Arbitrary<ScheduleSetup> = fc.record({
  preset: fc.constantFrom('spec', 'mainnet', 'private'),
  wallets: fc.array(wallet, { minLength: 2, maxLength: 3 }),
  stake: fc.constantFrom(10n * COIN, 40n * COIN, 80n * COIN, 300n * COIN),
  maxNewStake: fc.constantFrom(0n, 0n, 20n * COIN, 1_000n * COIN),
  idleStake: fc.constantFrom('keep', 'unstake'),
  periodMs: fc.constantFrom(HOUR, 6 * HOUR, 24 * HOUR),
  settleMs: fc.constantFrom(3_000, 60_000, 600_000),
  lock: fc.constantFrom<ScheduleSetup['lock']>(undefined, undefined, {}, { blocks: 1_200, maxBlocks: 864_000 }),
  delegated: fc.constantFrom(0n, 0n, 30n * COIN),
  delegatedBlocks: fc.constantFrom(0, 1_200, 40_000),
  unstakes: fc.constantFrom(0, 0, 31, 32),
  // The first of them are paid out during the schedule, or long after it.
  unstakedSlots: fc.constantFrom(0, 14 * DAY_SLOTS - 7_200),
});

test('a schedule is executed without a rejection, and burns in each period what it says', () =>
  fc.assert(
    fc.asyncProperty(setups, async (setup) => {
      const { schedule, burned, answers, options, end } = await executeSchedule(setup);
      for (const [address, periods] of Object.entries(schedule.supply))
        expect(burned[address], address).toEqual(periods.map((period) => period.burned));
      const { account, accounts, network } = schedule.after;
      for (const [address, answer] of Object.entries(answers)) {
        const { energy } = resourcesAt({
          account: address === options.owner ? account : (accounts[address] ?? {}),
          network,
          time: end,
        });
        expect({ used: energy.used, limit: energy.limit }, address).toEqual(answer);
      }
    }),
    { numRuns: scaled(8) },
  ));
