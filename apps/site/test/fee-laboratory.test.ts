import { energyWithFactor, nextEnergyFactor } from '@coin/fee';
import { createFeePlanner } from '@coin/fee/planner';
import { scaled } from '@coin/test-kit/scaled';
import { expect, test } from 'vitest';
import { compareMethods, type Comparison, type LaboratoryInput } from '../src/playground/fee-laboratory/model.ts';
import { prepareCall } from '../src/playground/node/contract-calls.ts';
import { openLocalNetwork } from '../src/playground/node/local-network.ts';
import { ENDLESS_LOOP, NO_CONTRACT } from '../src/playground/node/own-contract.ts';

const isLong = scaled(1) > 1;
const silent = () => undefined;
const input: LaboratoryInput = {
  call: 'transfer-to-new-holder',
  own: NO_CONTRACT,
  factor: 3_400,
  busyPercent: 150,
  delayMinutes: 0,
};

async function compare(change: Partial<LaboratoryInput>): Promise<Comparison> {
  const result = await compareMethods({ ...input, ...change }, silent);
  if (result.kind === 'failed') throw new Error(result.reason);
  return result;
}

const outcomes = ({ methods }: Comparison) =>
  Object.fromEntries(methods.map(({ method, outcome }) => [method, outcome.result]));

test.each(['transfer-to-new-holder', 'swap', 'deployment'] as const)(
  'the limits of %s are those that the planner finds by the same method',
  async (name) => {
    const { methods, now } = await compare({ call: name });
    const network = openLocalNetwork();
    const { call } = await prepareCall(network, name);
    for (const contract of (await network.source.simulate(call)).touched)
      network.node.setEnergyFactor(contract, 3_400n);
    for (const { method, outcome } of methods) {
      const planner = createFeePlanner({ source: network.source, clock: network.node.clock });
      const horizonMs = method === 'across-cycle' ? 6 * 3_600_000 : 0;
      expect([method, (await planner.plan(call, { method, horizonMs })).feeLimit]).toEqual([method, outcome.feeLimit]);
    }
    expect((await network.source.simulate(call)).energy).toBe(now.energy);
  },
);

test('a call that is included immediately succeeds with every method, and burns the same with each', async () => {
  const result = await compare({});
  expect(outcomes(result)).toEqual({
    estimate: 'SUCCESS',
    'energy-factor': 'SUCCESS',
    'across-cycle': 'SUCCESS',
    'max-factor': 'SUCCESS',
  });
  for (const { outcome } of result.methods) {
    expect(outcome.energyFee).toBe(result.now.energy * result.energyPrice);
    expect(outcome.left).toBe(outcome.feeLimit - outcome.energyFee);
    // The sender's free bandwidth covers its bytes.
    expect(outcome.fee).toBe(outcome.energyFee);
  }
  expect(result.plan).toMatchObject({ method: 'estimate', feeLimit: result.methods[0]?.outcome.feeLimit });
});

test('after a busy cycle only the limits that hold across a maintenance are enough', async () => {
  const result = await compare({ delayMinutes: 180 });
  expect(outcomes(result)).toEqual({
    estimate: 'OUT_OF_ENERGY',
    'energy-factor': 'OUT_OF_ENERGY',
    'across-cycle': 'SUCCESS',
    'max-factor': 'SUCCESS',
  });
  expect(result).toMatchObject({ maintenances: 1, plan: { method: 'across-cycle' } });
  // What fails loses its whole limit.
  expect(result.methods[0]?.outcome).toMatchObject({ left: 0n, energyFee: result.methods[0]?.outcome.feeLimit });
});

test.each([
  [179, 150, 0],
  [180, 101, 1],
  [1_439, 0, 4],
  [1_439, 300, 4],
])('after %i minutes under a load of %i percent the factor matches the formula', async (minutes, busy, cycles) => {
  const { inclusion, maintenances } = await compare({ delayMinutes: minutes, busyPercent: busy });
  expect(maintenances).toBe(cycles);
  const rules = { threshold: 5_000_000_000n, increaseFactor: 2_000n, maxFactor: 34_000n };
  const energyUsage = BigInt(busy) * 50_000_000n;
  let factor = 3_400n;
  // An unused contract catches up in one step, and one in use catches up in each cycle.
  if (busy === 0) factor = nextEnergyFactor({ energyFactor: factor, energyUsage, ...rules, cycles });
  else for (let i = 0; i < cycles; i++) factor = nextEnergyFactor({ energyFactor: factor, energyUsage, ...rules });
  expect(inclusion.factor).toBe(factor);
  const basicEnergy = inclusion.energy - inclusion.energyPenalty;
  expect(energyWithFactor({ basicEnergy, energyFactor: factor })).toBeGreaterThanOrEqual(inclusion.energy);
});

test('a unit of energy less than is enough fails, and loses all of it', async () => {
  for (const call of ['swap', 'deployment'] as const) {
    const { enough, short, inclusion, energyPrice } = await compare({ call, delayMinutes: 200 });
    expect(enough).toMatchObject({ succeeded: true, feeLimit: inclusion.energy * energyPrice, left: 0n });
    expect(short).toMatchObject({ result: 'OUT_OF_ENERGY', energyFee: enough.feeLimit - energyPrice, left: 0n });
  }
});

test('finds the need of a call that observes its energy, which is more than it uses', async () => {
  // Reverts with less than 50,000 units left: GAS, PUSH3 50000, GT, PUSH1 10, JUMPI, STOP, JUMPDEST, a revert.
  const own = { ...NO_CONTRACT, bytecode: '6d5a6200c35011600a57005b5f5ffd5f52600e6012f3' };
  const { enough, short, now } = await compare({ call: 'own', own, factor: 0 });
  expect(enough.energy).toBe(now.energy);
  expect(enough.feeLimit).toBeGreaterThan(5_000_000n);
  expect(short).toMatchObject({ succeeded: false, feeLimit: enough.feeLimit - 100n });
});

test('a call that needs no energy succeeds under a limit of 0', async () => {
  // Deploys a single STOP.
  const own = { ...NO_CONTRACT, bytecode: '600060005360016000f3' };
  const { enough, short } = await compare({ call: 'own', own, factor: 0 });
  expect(enough).toMatchObject({ succeeded: true, feeLimit: 0n, energy: 0n });
  expect(short).toEqual(enough);
});

test('an endless loop ends, and its loss is shown', async () => {
  const result = await compareMethods({ ...input, call: 'own', own: ENDLESS_LOOP }, silent);
  expect(result).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('OUT_OF_ENERGY'),
    sent: { succeeded: false, energyFee: 100_000_000n, left: 0n },
  });
});

// Runs 300 million units of energy.
if (isLong) {
  test('a limit above the maximum becomes the maximum, and shows the needed limit', async () => {
    // Counts down from 0x150000: PUSH3, JUMPDEST, PUSH1 1, SWAP1, SUB, DUP1, PUSH1 4, JUMPI, STOP.
    const own = { ...NO_CONTRACT, bytecode: '6d621500005b6001900380600457005f52600e6012f3' };
    const { methods, now } = await compare({ call: 'own', own, factor: 0 });
    const last = methods.at(-1);
    expect(last).toMatchObject({ method: 'max-factor', outcome: { feeLimit: 15_000_000_000n, succeeded: true } });
    expect(last?.needed).toBe(
      energyWithFactor({ basicEnergy: now.energy, valueCalls: 0, energyFactor: 34_000n }) * 100n,
    );
  });
}
