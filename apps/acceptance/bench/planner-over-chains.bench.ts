// Plans every successful contract transaction of the recorded chains at the block before its own by each method, runs
// it under the limit, and reports the ratio of limit to need. A run whose plan was too low fails the bench.
import assert from 'node:assert/strict';
import { report } from '@coin/bench/result';
import { createChainNode, recordedKeys } from '../src/chain-node.ts';
import { reportRuns } from '../src/chain-report.ts';
import { planOverChain, type PlannedRun } from '../src/planner-over-chain.ts';
import { readRecordedChain, recordedChains } from '../src/recorded-chain.ts';

/** Medians of limit by need. The recordings do not change, so only a change of the planner can exceed them. */
const highestMedians = { estimate: 1.01, 'energy-factor': 1.01, 'across-cycle': 1.21, 'max-factor': 4.41 };

const all: PlannedRun[] = [];
for (const name of recordedChains) {
  const { network, blocks } = readRecordedChain(name);
  const { runs, transactions, unplannable } = await planOverChain(createChainNode(network), blocks, recordedKeys);
  all.push(...runs);
  const failures = Object.entries(unplannable).map(([code, count]) => `${count} ${code}`);
  console.log(`${name}: ${transactions} transactions, not plannable: ${failures.join(', ') || 'none'}`);
}
for (const { landing, method, runs, unexplained, explained, failedOtherwise, overshoot } of reportRuns(all)) {
  const reasons = Object.entries(explained).map(([reason, count]) => `${count} ${reason}`);
  console.log(
    `${landing}, ${method}, ${runs} runs: ${failedOtherwise} failed otherwise; out of energy: ${reasons.join(', ') || 'none'}`,
  );
  const median = 1 + overshoot.median / 100;
  report({
    what: `fee limit by ${method}, ${landing}`,
    ours: `p99 ${(1 + overshoot.p99 / 100).toFixed(2)}`,
    baseline: 'need',
    ratio: median,
    bound: { atMost: highestMedians[method] },
  });
  assert.deepEqual(unexplained, []);
}
