// node bench/planner-over-chains.ts [CHAIN…]: plans every successful contract transaction of the recorded chains at the block
// before, by each method, runs it under the limit, and prints how many ran out of energy and how far the limits were above the need.
import { createChainNode, recordedKeys } from '../src/chain-node.ts';
import { reportRuns, type MethodReport } from '../src/chain-report.ts';
import { planOverChain, type PlannedRun } from '../src/planner-over-chain.ts';
import { readRecordedChain, recordedChains } from '../src/recorded-chain.ts';

const percent = (value: number) => `${value.toFixed(2)} %`;

function row({ landing, method, runs, short, excused, failedOtherwise, overshoot }: MethodReport): string {
  const counted = Object.entries(excused).map(([excuse, count]) => `${count} ${excuse}`);
  return [
    `${landing.padEnd(20)}${method.padEnd(15)}${String(runs).padStart(5)} runs${String(short.length).padStart(4)} short`,
    `median ${percent(overshoot.median)}, 99th ${percent(overshoot.p99)}`,
    ...(counted.length > 0 ? [`apart: ${counted.join(', ')}`] : []),
    ...(failedOtherwise > 0 ? [`${failedOtherwise} failed otherwise`] : []),
  ].join('; ');
}

const asked = process.argv.slice(2);
const all: PlannedRun[] = [];
for (const name of recordedChains.filter((chain) => asked.length === 0 || asked.includes(chain))) {
  const { network, blocks } = readRecordedChain(name);
  const started = performance.now();
  const { runs, transactions, unplannable } = await planOverChain(createChainNode(network), blocks, recordedKeys);
  all.push(...runs);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const not = Object.entries(unplannable).map(([code, count]) => `${count} ${code}`);
  console.log(`\n${name}: ${transactions} transactions, not plannable: ${not.join(', ') || 'none'}, ${seconds} s`);
  for (const report of reportRuns(runs)) console.log(row(report));
}
console.log('\nall chains');
for (const report of reportRuns(all)) {
  console.log(row(report));
  for (const { txID, block, feeLimit, needed } of report.short.slice(0, 5)) {
    console.log(`  ${txID} in block ${block}: limit ${feeLimit}, needed ${needed}`);
  }
}
