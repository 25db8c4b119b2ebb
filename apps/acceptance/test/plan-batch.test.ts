import { type PresetName } from '@coin/mock-node';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchCall, COIN, createBatchNode, newAddress, type Withdrawal } from './support/batch-node.ts';

const presets: readonly PresetName[] = ['spec', 'mainnet', 'private'];
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** A node of which a coin that is staked yields some hundred bytes, or some thousand units of energy, a day. */
async function createStakedNode(preset: PresetName) {
  const batch = createBatchNode(preset);
  const [sender, staker, deployer, whale, ...others] = batch.accounts;
  if (sender === undefined || staker === undefined || deployer === undefined || whale === undefined)
    throw new Error('the node has no accounts');
  batch.node.setBalance(whale.address, 200_000_000n * COIN);
  for (const resource of ['BANDWIDTH', 'ENERGY'] as const) await batch.stakeFor(whale, resource, 50_000_000n * COIN);
  return { ...batch, sender, staker, deployer, others };
}

test.each([
  ['spec', Math.min(200, scaled(60))],
  ['mainnet', Math.min(200, scaled(50))],
  ['private', Math.min(200, scaled(50))],
] as const)('withdrawals burn the expected coin, to the unit, with the preset %s (%i)', async (preset, count) => {
  const { sender, staker, deployer, others, ...batch } = await createStakedNode(preset);
  // The batch uses all of it up.
  await batch.stakeFor(staker, 'BANDWIDTH', 10n * COIN);
  await batch.stakeFor(staker, 'ENERGY', 100_500_000n);
  await batch.stakeFor(deployer, 'ENERGY', 100n * COIN);
  const contract = await batch.deployToken(deployer, 60, [sender, staker, ...others.slice(0, 3)]);
  // Every third receiver is new, and most of those get coin or tokens twice.
  const withdrawals = Array.from({ length: count }, (_, index): Withdrawal => {
    const to = index % 3 === 0 ? newAddress(index % 75) : (others[index % others.length]?.address ?? '');
    const token = index % 2 === 0 ? { contract } : {};
    return { sender: index % 4 < 2 ? sender : staker, to, amount: BigInt(index + 1), ...token };
  });

  batch.countRequests();
  const plan = await batch.planner.planBatch(withdrawals.map(batchCall));
  // One for each call and each receiver of coin; the rest is shared.
  expect(batch.countRequests()).toBeLessThan(count);
  const burned = await batch.execute(withdrawals, plan);
  expect(plan.plans.map(({ expectedFee }) => expectedFee.total)).toEqual(burned);
  expect(plan.expectedFee.total).toBe(sum(burned));
  expect(plan.warnings).toEqual([]);
});

/** What is staked, in small units; one of them with a fraction of a coin. */
const stakes = fc.constantFrom(0n, 0n, COIN, 2_500_000n, 30n * COIN);

const batches = fc.record({
  preset: fc.constantFrom(...presets),
  stakes: fc.array(fc.record({ BANDWIDTH: stakes, ENERGY: stakes }), { minLength: 3, maxLength: 3 }),
  percents: fc.tuple(fc.constantFrom(0, 40, 100), fc.constantFrom(0, 1, 99)),
  withdrawals: fc.array(
    fc.record({
      sender: fc.nat(2),
      /** The first are accounts, and the first two of those hold the tokens. */
      receiver: fc.integer({ min: 0, max: 9 }),
      token: fc.option(fc.nat(1)),
      amount: fc.bigInt(1n, 300n),
      memo: fc.constantFrom('', '', 'invoice 7'),
    }),
    { minLength: 1, maxLength: 40 },
  ),
});

type DrawnBatch = typeof batches extends fc.Arbitrary<infer T> ? T : never;

/** A batch with a transfer to a holder of each token that it sends, which shows what that costs. */
const knownBatch: DrawnBatch = {
  preset: 'mainnet',
  stakes: [
    { BANDWIDTH: 0n, ENERGY: 0n },
    { BANDWIDTH: 2_500_000n, ENERGY: 30n * COIN },
    { BANDWIDTH: 0n, ENERGY: COIN },
  ],
  percents: [40, 99],
  withdrawals: [
    { sender: 0, receiver: 0, token: 0, amount: 1n, memo: '' },
    { sender: 1, receiver: 1, token: 1, amount: 2n, memo: '' },
    { sender: 1, receiver: 9, token: 0, amount: 3n, memo: '' },
    { sender: 0, receiver: 9, token: 1, amount: 4n, memo: '' },
    { sender: 2, receiver: 9, token: null, amount: 5n, memo: 'invoice 7' },
  ],
};

async function prepareBatch(drawn: DrawnBatch) {
  const { sender, staker, deployer, others, ...batch } = await createStakedNode(drawn.preset);
  const senders = [sender, staker, deployer];
  for (const [index, stake] of drawn.stakes.entries()) {
    for (const resource of ['BANDWIDTH', 'ENERGY'] as const) {
      const owner = senders[index];
      if (owner !== undefined) await batch.stakeFor(owner, resource, stake[resource]);
    }
  }
  const holders = others.slice(0, 2);
  const tokens: string[] = [];
  for (const percent of drawn.percents)
    tokens.push(await batch.deployToken(deployer, percent, [sender, staker, ...holders]));
  const withdrawals = drawn.withdrawals.map(({ sender: index, receiver, token, amount, memo }): Withdrawal => {
    const to = others[receiver]?.address ?? newAddress(receiver);
    const contract = token === null ? undefined : tokens[token];
    return { sender: senders[index] ?? sender, to, amount, ...(contract === undefined ? { memo } : { contract }) };
  });
  return { ...batch, withdrawals, holders };
}

test('a random batch burns at most what was expected, and exactly that where it shows what a transfer to a holder costs', () =>
  fc.assert(
    fc.asyncProperty(batches, async (drawn) => {
      const { planner, withdrawals, holders, execute } = await prepareBatch(drawn);
      const plan = await planner.planBatch(withdrawals.map(batchCall));
      const burned = await execute(withdrawals, plan);
      const expected = plan.plans.map(({ expectedFee }) => expectedFee.total);
      const isKnown = withdrawals.every(
        ({ contract }) =>
          contract === undefined ||
          withdrawals.some(
            (other) => other.contract === contract && holders.some(({ address }) => address === other.to),
          ),
      );
      if (isKnown) expect(expected).toEqual(burned);
      expect(sum(burned)).toBeLessThanOrEqual(plan.expectedFee.total);
    }),
    { numRuns: 1 + scaled(2), examples: [[knownBatch]] },
  ));

test('a batch sent over half a day burns the expected coin, with stake', async () => {
  const { sender, staker, deployer, others, ...batch } = await createStakedNode('mainnet');
  await batch.stakeFor(staker, 'BANDWIDTH', 2n * COIN);
  await batch.stakeFor(staker, 'ENERGY', 20n * COIN);
  const contract = await batch.deployToken(deployer, 100, [sender, staker, ...others]);
  const withdrawals = Array.from({ length: 60 }, (_, index): Withdrawal => {
    const to = others[index % others.length]?.address ?? '';
    return { sender: staker, to, amount: BigInt(index + 1), ...(index % 2 === 0 && { contract }) };
  });
  const calls = withdrawals.map(batchCall);
  const intervalMs = 720_000;
  const atOnce = await batch.planner.planBatch(calls);
  const plan = await batch.planner.planBatch(calls, { intervalMs });
  const burned = await batch.execute(withdrawals, plan, intervalMs);
  expect(plan.plans.map(({ expectedFee }) => expectedFee.total)).toEqual(burned);
  expect(plan.expectedFee.total).toBeLessThan(atOnce.expectedFee.total);
});

test('a random batch without staked bandwidth that is sent block by block burns at most what was expected', () =>
  fc.assert(
    fc.asyncProperty(batches, async (drawn) => {
      const stakes = drawn.stakes.map((stake) => ({ ...stake, BANDWIDTH: 0n }));
      const { planner, withdrawals, execute } = await prepareBatch({ ...drawn, stakes });
      const calls = withdrawals.map(batchCall);
      const atOnce = await planner.planBatch(calls);
      const plan = await planner.planBatch(calls, { intervalMs: 3_000 });
      const burned = sum(await execute(withdrawals, plan, 3_000));
      expect(burned).toBeLessThanOrEqual(plan.expectedFee.total);
      expect(plan.expectedFee.total).toBeLessThanOrEqual(atOnce.expectedFee.total);
    }),
    { numRuns: scaled(1) },
  ));
