// node bench/planner-over-chains.ts [CHAIN…]: plans every successful contract transaction of the recorded chains at the block
// before its own by each method, runs it under the limit, and prints how many ran out of energy and by how much limits exceed the need.
import { createChainNode, recordedKeys } from '../src/chain-node.ts';
import { reportRuns, type MethodReport } from '../src/chain-report.ts';
import { planOverChain, type PlannedRun } from '../src/planner-over-chain.ts';
import { readRecordedChain, recordedChains } from '../src/recorded-chain.ts';

const percent = (value: number) => `${value.toFixed(2)} %`;

function row({ landing, method, runs, unexplained, explained, failedOtherwise, overshoot }: MethodReport): string {
  const reasons = Object.entries(explained).map(([reason, count]) => `${count} ${reason}`);
  return [
    `${landing.padEnd(20)}${method.padEnd(15)}${String(runs).padStart(5)} runs${String(unexplained.length).padStart(4)} too low`,
    `median ${percent(overshoot.median)}, 99th ${percent(overshoot.p99)}`,
    ...(reasons.length > 0 ? [`explained: ${reasons.join(', ')}`] : []),
    ...(failedOtherwise > 0 ? [`${failedOtherwise} failed otherwise`] : []),
  ].join('; ');
}

const requested = process.argv.slice(2);
const all: PlannedRun[] = [];
for (const name of recordedChains.filter((chain) => requested.length === 0 || requested.includes(chain))) {
  const { network, blocks } = readRecordedChain(name);
  const started = performance.now();
  const { runs, transactions, unplannable } = await planOverChain(createChainNode(network), blocks, recordedKeys);
  all.push(...runs);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const failures = Object.entries(unplannable).map(([code, count]) => `${count} ${code}`);
  console.log(`\n${name}: ${transactions} transactions, not plannable: ${failures.join(', ') || 'none'}, ${seconds} s`);
  for (const report of reportRuns(runs)) console.log(row(report));
}
console.log('\nall chains');
for (const report of reportRuns(all)) {
  console.log(row(report));
  for (const { txID, block, feeLimit, needed } of report.unexplained.slice(0, 5)) {
    console.log(`  ${txID} in block ${block}: limit ${feeLimit}, needed ${needed}`);
  }
}
