import {
  compareEnergyReports,
  createEnergyCollector,
  formatEnergyDifferences,
  formatEnergyReport,
} from '@coin/mock-node/energy-report';
import { describe, expect, test } from 'vitest';
import { createMockNode, type ExecutionTrace } from '../../src/index.ts';

const outer = `41${'c0'.repeat(20)}`;
const inner = `41${'c1'.repeat(20)}`;
/** Stores 7 in slot 1, logs topic 5 and returns 32 bytes of zeros. */
const INNER = '6007600155600560006000a160206000f3';
/** Calls the other contract without data, with all its energy. */
const OUTER = `6000600060006000600073${'c1'.repeat(20)}5af100`;
/** Reverts without data. */
const REVERTING = '60006000fd';

function traced(code = INNER): ExecutionTrace {
  const node = createMockNode({
    contracts: [
      { address: outer, code: OUTER },
      { address: inner, code, energyFactor: 5_000n },
    ],
  });
  return node.traceCall({ owner: outer, contract: outer, data: '' });
}

function named(trace: ExecutionTrace) {
  const [first, second] = [trace.call!.codeAddress, trace.call!.calls[0]!.codeAddress];
  return {
    contracts: [
      { address: first, name: 'Shop' },
      { address: second, name: 'Till' },
    ],
  };
}

describe('an energy report', () => {
  test('adds up calls by contract and function, with prices', () => {
    const trace = traced();
    const collector = createEnergyCollector(named(trace));
    collector.add(trace);
    collector.add(trace);
    collector.add(traced(REVERTING));
    const report = collector.report();
    const till = report.functions.find(({ contract, calls }) => contract === 'Till' && calls > 0);
    // The factor of 34,000 that the network allows makes 20,774 basic energy 91,406.
    expect(till).toEqual({
      contract: 'Till',
      function: 'receive',
      calls: 2,
      failedCalls: 1,
      minimum: 31_157,
      mean: 31_157,
      maximum: 31_157,
      penalty: 10_383,
      storage: 30_000,
      price: 3_115_700,
      highestPrice: 9_140_600,
    });
    expect(formatEnergyReport(report, 'text').split('\n')[2]).toMatch(
      /^Till +receive +2 +1 +31,157 +31,157 +31,157 +10,383 +96 % +3\.115700 +9\.140600$/,
    );
    expect(formatEnergyReport(report, 'markdown').split('\n')[1]).toMatch(/^\| --- \| --- \| ---: \|/);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  test('predicts the price at the highest factor, to within a few units', () => {
    const reportAt = (factor: bigint) => {
      const collector = createEnergyCollector();
      const node = createMockNode({
        contracts: [
          { address: outer, code: OUTER, energyFactor: factor },
          { address: inner, code: INNER, energyFactor: factor },
        ],
      });
      collector.add(node.traceCall({ owner: outer, contract: outer, data: '' }));
      return collector.report().functions;
    };
    const [today, highest] = [reportAt(0n), reportAt(34_000n)];
    expect(today).toHaveLength(2);
    for (const [index, { highestPrice }] of today.entries()) {
      const { price } = highest[index]!;
      expect(highestPrice).toBeGreaterThanOrEqual(price);
      // An instruction's penalty is rounded down.
      expect(highestPrice - price).toBeLessThanOrEqual(100 * 19);
    }
  });

  test('counts deployments, which have no penalty', async () => {
    const node = createMockNode();
    const collector = createEnergyCollector();
    // Stores 1 and returns 32 bytes of code.
    const deployed = await node.deploy({ bytecode: '600160015560206000f3', name: 'Flag' });
    collector.add(node.traceTransaction(deployed.txID));
    const energy = Number(deployed.energyUsed);
    expect(energy).toBe(20_000 + 32 * 200 + 4 * 3 + 3);
    expect(collector.report().functions).toEqual([
      expect.objectContaining({
        contract: 'Flag',
        function: 'constructor',
        calls: 1,
        mean: energy,
        storage: 20_000,
        price: energy * 100,
        highestPrice: energy * 100,
      }),
    ]);
  });

  test('is the same with traces added in one process or in several', () => {
    const traces = [traced(), traced(REVERTING), traced(), traced('fe')];
    const [one, ...several] = [traces, traces.slice(0, 1), traces.slice(1, 3), traces.slice(3)].map((part) => {
      const collector = createEnergyCollector();
      for (const trace of part) collector.add(trace);
      return collector;
    });
    const together = createEnergyCollector();
    for (const collector of several) together.merge(collector.dump());
    expect(together.report()).toEqual(one!.report());
  });

  test('differs from a committed one in values above the tolerance, and in functions', () => {
    const collector = createEnergyCollector();
    collector.add(traced());
    const report = collector.report();
    const [first, second] = report.functions as [(typeof report.functions)[0], (typeof report.functions)[0]];
    const changed = (mean: number) => ({ ...report, functions: [{ ...first, mean }, second] });
    const dearer = changed(Math.floor(first.mean * 1.02));
    expect(compareEnergyReports(report, dearer, { tolerance: 2 })).toEqual([]);
    expect(compareEnergyReports(report, dearer, { tolerance: 1 })).toMatchObject([
      { kind: 'changed', message: expect.stringMatching(/mean [\d,]+ energy instead of [\d,]+ \(\+2\.0 %\)/) },
    ]);
    expect(compareEnergyReports(report, changed(1)).map(({ kind }) => kind)).toEqual(['changed']);
    const less = { ...report, functions: [first] };
    expect(compareEnergyReports(report, less).map(({ kind }) => kind)).toEqual(['removed']);
    expect(compareEnergyReports(less, report).map(({ kind }) => kind)).toEqual(['added']);
    expect(formatEnergyDifferences(compareEnergyReports(report, dearer))).toMatch(
      /^\| Function .*\n\| --- \| ---: .*\n\| [\w.]+ \| [\d,]+ → [\d,]+ \| \+2\.0 % \| [\d,]+ → [\d,]+ \|\n$/,
    );
    expect(formatEnergyDifferences(compareEnergyReports(report, less))).toMatch(/ \| [\d,]+ →  \| gone \| /);
    expect(formatEnergyDifferences(compareEnergyReports(less, report))).toMatch(/ \|  → [\d,]+ \| new \| /);
    expect(() => compareEnergyReports(report, report, { tolerance: -1 })).toThrow(
      'Invalid tolerance "-1": it must be a number from 0 to 100 percent.',
    );
    expect(() => compareEnergyReports({} as never, report)).toThrow(/energy report of version 1/);
  });

  test('shows no energy of a function that only failed, and compares it as such', () => {
    const [failing, succeeding] = [createEnergyCollector(), createEnergyCollector()];
    failing.add(traced(REVERTING));
    succeeding.add(traced());
    const [failed, succeeded] = [failing.report(), succeeding.report()];
    const row = formatEnergyReport(failed, 'markdown')
      .split('\n')
      .find((line) => line.includes(' | 0 | 1 |'));
    expect(row).toMatch(/ \| 0 \| 1 \|$/);
    const messages = (before: typeof failed, after: typeof failed) =>
      compareEnergyReports(before, after).map(({ message }) => message);
    expect(compareEnergyReports(failed, failed)).toEqual([]);
    expect(messages(failed, succeeded).join()).toMatch(/mean [\d,]+ energy instead of 0 and/);
    expect(messages(succeeded, failed).join()).toMatch(/mean 0 energy instead of [\d,]+ \(−100\.0 %\)/);
    expect(formatEnergyDifferences(compareEnergyReports(failed, succeeded))).toMatch(
      / \|  → [\d,]+ \|  \|  → [\d,]+ \|/,
    );
    expect(formatEnergyDifferences([]).trimEnd().split('\n')).toHaveLength(2);
  });
});
