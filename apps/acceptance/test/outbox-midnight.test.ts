// A budget of a day holds for the blocks of the day, whenever payments were signed.
import { createMockNode } from '@coin/mock-node';
import { createMemoryStore, createOutbox } from '@coin/payments';
import { createNodeClient, getBlock } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMiningClock } from './support/mining-clock.ts';

useVirtualTime();

const COIN = 1_000_000n;
const DAY_MS = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 0, 2);
/** Loops until the energy of its fee limit is used. */
const BURNING = '5b600056';
const BURNER = '4100000000000000000000000000000000c0ffee00';

test('payments around midnight burn no more in a day than the budget allows', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 30_000 }),
      fc.array(fc.bigInt(3n, 12n), { minLength: 3, maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      async (msBefore, limits, concurrency) => {
        const node = createMockNode({ mining: { kind: 'manual' }, solidityLag: 3, startTime: MIDNIGHT - 600_000 });
        const client = createNodeClient({ transport: node, clock: createMiningClock(node) });
        const signer = createKeySigner(node.accounts[0].privateKey);
        const owner = signer.address;
        node.placeContract({ address: BURNER, code: BURNING, deployer: owner, callerPercent: 100 });
        node.advanceTime(600_000 - msBefore);
        node.mine(1);
        const maxFeesPerDay = 25n * COIN;
        const outbox = createOutbox({ store: createMemoryStore(), client, signer, maxFeesPerDay, concurrency });
        for (const [index, limit] of limits.entries())
          await outbox.enqueue(`${index}`, { kind: 'call', owner, contract: BURNER, data: '', feeLimit: limit * COIN });
        for (const ms of [60_000, DAY_MS, DAY_MS, DAY_MS, DAY_MS]) {
          await outbox.run({ signal: abortAfter(600_000) });
          node.advanceTime(ms);
          node.mine(5);
        }
        const burned: Record<string, bigint> = {};
        for await (const { id, status, blockNumber = 0, fee = 0n, feeDay } of outbox.entries('all')) {
          expect(`${id} ${status}`).toBe(`${id} failed`);
          const block = await getBlock(client, { number: blockNumber });
          const day = new Date(block?.time ?? 0).toISOString().slice(0, 10);
          expect(feeDay).toBe(day);
          burned[day] = (burned[day] ?? 0n) + fee;
        }
        for (const sum of Object.values(burned)) expect(sum).toBeLessThanOrEqual(maxFeesPerDay);
      },
    ),
    { numRuns: scaled(10), examples: [12_000, 15_000, 18_000].map((ms) => [ms, [10n, 10n, 10n, 10n], 4]) },
  ));
