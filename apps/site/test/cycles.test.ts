import { createFeePlanner, type PlanOptions } from '@coin/fee/planner';
import { createMemoryState, type DynamicEnergyRules, execute, vmRules } from '@coin/mock-node/vm';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CyclesInput, simulateCycles } from '../src/playground/cycles/model.ts';
import { cyclesCharts, editLoads, loadsOf, patternOf } from '../src/playground/cycles/view.ts';
import { prepareCall } from '../src/playground/node/contract-calls.ts';
import { openLocalNetwork } from '../src/playground/node/local-network.ts';

const silent = () => undefined;
const loads = [150, 150, 100, 0, 101, 300, 20, 0];
const input: CyclesInput = { call: 'transfer-to-new-holder', initialFactor: 3_400, loads };

/** The factor of a contract in the cycle after one in which it had a factor and used energy: the virtual machine's. */
function nextFactor(energyFactor: bigint, energyUsage: bigint, dynamicEnergy: DynamicEnergyRules): bigint | undefined {
  const [caller, to, id] = [`41${'aa'.repeat(20)}`, `41${'cc'.repeat(20)}`, new Uint8Array(32)];
  const state = createMemoryState();
  state.putContract(to, { code: Uint8Array.of(0), energyState: { energyFactor, energyUsage, updateCycle: 7n } });
  execute({
    state,
    rules: { ...vmRules({}), dynamicEnergy },
    block: { number: 1, timestamp: 3000, coinbase: caller, cycle: 8, genesisBlockID: id, blockID: () => undefined },
    message: { kind: 'call', caller, to, data: new Uint8Array(0), txID: id },
    energyLimit: 1000n,
    effects: 'commit',
  });
  return state.getContractEnergyState(to)?.energyFactor;
}

test('usage is the load of the threshold, and the factor matches the virtual machine’s', async () => {
  const { rows, threshold, increaseFactor, maxFactor } = await simulateCycles(input, silent);
  expect(rows.map(({ usage }) => usage)).toEqual(loads.map((load) => BigInt(load) * 50_000_000n));
  let factor: bigint | undefined = 3_400n;
  for (const row of rows) {
    expect(row.factor).toBe(factor);
    factor = nextFactor(row.factor, row.usage, { threshold, increaseFactor, maxFactor });
  }
});

test('factors follow the machine under any load', async () => {
  const rules = { threshold: 5_000_000_000n, increaseFactor: 2_000n, maxFactor: 34_000n };
  const load = fc.integer({ min: 0, max: 300 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 34_000 }), load, load, async (initialFactor, first, second) => {
      const { rows } = await simulateCycles({ ...input, initialFactor, loads: [first, second, 0] }, silent);
      let factor: bigint | undefined = BigInt(initialFactor);
      for (const row of rows) {
        expect(row.factor).toBe(factor);
        factor = nextFactor(row.factor, row.usage, rules);
      }
    }),
    { numRuns: scaled(5) },
  );
});

test('each limit equals the planner’s by the same method, and the estimate equals the burned coin', async () => {
  const { rows } = await simulateCycles({ ...input, loads: [150, 0] }, silent);
  const network = openLocalNetwork();
  const { call } = await prepareCall(network, input.call);
  for (const { factor, limits, burned } of rows) {
    network.node.setEnergyFactor(call.contract ?? '', factor);
    // A planner keeps what it has read for the cycle.
    const planner = createFeePlanner({ source: network.source, clock: network.node.clock });
    const planned = async (method: NonNullable<PlanOptions['method']>, horizonMs = 60_000) =>
      (await planner.plan(call, { method, horizonMs })).feeLimit;
    expect(limits).toEqual({
      estimate: await planned('estimate'),
      energyFactor: await planned('energy-factor'),
      acrossCycle: await planned('across-cycle', 6 * 3_600_000),
      maxFactor: await planned('max-factor'),
    });
    expect(burned).toBe(limits.estimate);
  }
});

test('an estimate of the previous cycle fails exactly if the factor has grown', async () => {
  const cycles = await simulateCycles(input, silent);
  const { rows } = cycles;
  const grown = rows.map(({ factor }, index) => factor > (rows[index - 1]?.factor ?? factor));
  expect(rows.map(({ staleEstimateHolds }) => !staleEstimateHolds)).toEqual(grown);
  expect(grown).toEqual([false, true, true, false, false, true, true, false]);
  const marks = cyclesCharts(cycles)[2].series.at(-1);
  expect(marks?.values).toEqual(grown.map((has, index) => (has ? rows[index - 1]?.limits.estimate : undefined)));
});

test('a load is dragged within its bounds, and is a pattern until then', () => {
  const loads = loadsOf('growing');
  expect(patternOf(loads)).toBe('growing');
  expect(editLoads(loads, 2, 99.6)[2]).toBe(100);
  expect(editLoads(loads, 0, -5)[0]).toBe(0);
  const drawn = editLoads(loads, 3, 1e9);
  expect([drawn[3], patternOf(drawn)]).toEqual([300, 'drawn']);
});
