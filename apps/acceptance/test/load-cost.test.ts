import { loadCost } from '@coin/fee/resources';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { COIN } from './support/batch-node.ts';
import { createLoadNode, type KindName, type LoadSetup } from './support/execute-load.ts';

const kinds: readonly KindName[] = ['coin', 'coin', 'memo', 'new account', 'token', 'token', 'token', 'new holder'];

const setups: fc.Arbitrary<LoadSetup> = fc.record({
  preset: fc.constantFrom('spec', 'mainnet', 'private'),
  energyPrice: fc.constantFrom(1n, 100n, 420n),
  bandwidthPrice: fc.constantFrom(10n, 1_000n),
  threshold: fc.constantFrom(1_000n, 100_000n, 10n ** 9n),
  energyFactor: fc.constantFrom(0n, 0n, 2_000n, 34_000n),
  transactions: fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      slots: fc.oneof(
        fc.constantFrom(0, 0, 1, 2),
        fc.integer({ min: 0, max: 2_000 }),
        fc.integer({ min: 1, max: 30_000 }),
      ),
    }),
    { minLength: 1, maxLength: 40 },
  ),
  energyStake: fc.constantFrom(0n, COIN, 12_500_000n, 60n * COIN),
  bandwidthStake: fc.constantFrom(0n, COIN, 2_500_000n),
  rentals: fc.array(
    fc.record({
      resource: fc.constantFrom('ENERGY', 'BANDWIDTH'),
      amount: fc.bigInt(COIN, 100n * COIN),
      from: fc.nat(60_000),
      slots: fc.integer({ min: 1, max: 40_000 }),
    }),
    { maxLength: 3 },
  ),
});

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

test('a random load over days burns exactly its computed cost', () =>
  fc.assert(
    fc.asyncProperty(setups, async (setup) => {
      const { options, execute } = await createLoadNode(setup);
      const expected = loadCost(options);
      const burned = await execute();
      expect(expected.transactions).toBe(burned.length);
      expect(expected.burned.total).toBe(sum(burned));
    }),
    { numRuns: scaled(5) },
  ));
