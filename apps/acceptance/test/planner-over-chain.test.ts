import { scaled } from '@coin/test-kit/scaled';
import { describe, expect, test } from 'vitest';
import { createChainNode, recordedKeys } from '../src/chain-node.ts';
import { reportRuns } from '../src/chain-report.ts';
import { planOverChain } from '../src/planner-over-chain.ts';
import { readRecordedChain } from '../src/recorded-chain.ts';

// `test:full` plans every transaction of these blocks; bench/planner-over-chains.bench.ts those of whole chains.
const everyTransaction = Math.ceil(8 / scaled(1));

describe.each([
  ['mainnet-edge-1', 200, 40],
  ['mainnet-fast-1', 40, 71],
] as const)('the first blocks of %s (%i)', (name, blockCount, successes) => {
  test('contract transactions that succeeded succeed again under their planned fee limits', async () => {
    const { network, blocks } = readRecordedChain(name);
    const { runs } = await planOverChain(createChainNode(network), blocks.slice(0, blockCount + 1), recordedKeys, {
      everyTransaction,
    });
    const reports = reportRuns(runs);
    expect(reports.map(({ landing, method }) => `${method} ${landing}`)).toEqual([
      'estimate in the next block',
      'energy-factor in the next block',
      'across-cycle in the next block',
      'max-factor in the next block',
      'across-cycle after maintenance',
      'max-factor after maintenance',
      'across-cycle after a busy cycle',
      'max-factor after a busy cycle',
    ]);
    for (const { method, unexplained, failedOtherwise, runs: count, overshoot, ...above } of reports) {
      expect(count).toBe(Math.ceil(successes / everyTransaction));
      expect(unexplained).toEqual([]);
      expect(failedOtherwise).toBe(0);
      // One stipend, where the contract's code can make inner calls with a value, which may be hidden.
      if (method === 'estimate') expect(above.maxEnergyAbove).toBeLessThanOrEqual(2_300n);
      // The search ends within a coin where code runs that nothing names.
      if (method === 'estimate') expect(above.maxSearchedAbove).toBeLessThanOrEqual(10_000n);
      // One increase factor is 20 % here; rounding and stipends may add two tenths of a percent.
      if (method === 'across-cycle') expect(overshoot.median).toBeLessThanOrEqual(20.2);
    }
  });
});
