import { describe, expect, test } from 'vitest';
import { createChainNode, recordedKeys } from '../src/chain-node.ts';
import { reportRuns } from '../src/chain-report.ts';
import { planOverChain } from '../src/planner-over-chain.ts';
import { readRecordedChain } from '../src/recorded-chain.ts';

// The whole of the chains: bench/planner-over-chains.ts.
describe.each([
  ['mainnet-edge-1', 200, 35],
  ['mainnet-fast-1', 40, 60],
] as const)('%s, its first %i blocks', (name, count, least) => {
  test('every successful contract transaction gets through under its planned limit', { timeout: 60_000 }, async () => {
    const { network, blocks } = readRecordedChain(name);
    const { runs } = await planOverChain(createChainNode(network), blocks.slice(0, count + 1), recordedKeys);
    const reports = reportRuns(runs);
    expect(reports.map(({ landing, method }) => `${method} ${landing}`)).toEqual([
      'estimate at its place',
      'energy-factor at its place',
      'across-cycle at its place',
      'max-factor at its place',
      'across-cycle after maintenance',
      'max-factor after maintenance',
      'across-cycle after a busy cycle',
      'max-factor after a busy cycle',
    ]);
    for (const { method, short, failedOtherwise, runs: made, overshoot } of reports) {
      expect(made).toBeGreaterThanOrEqual(least);
      expect(short).toEqual([]);
      expect(failedOtherwise).toBe(0);
      if (method === 'estimate') expect(overshoot.median).toBe(0);
      // One increase factor is 20 % here; rounding may add a hundredth of a percent.
      if (method === 'across-cycle') expect(overshoot.median).toBeLessThanOrEqual(20.01);
    }
  });
});
