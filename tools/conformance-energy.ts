// Holds the virtual machine against energy expectations recorded from a node: `pnpm --silent conformance:energy FILE…`.
import { readFileSync } from 'node:fs';
import { compareEnergy } from '../packages/mock-node/test/vm/energy-expectations.ts';
import type { EnergyExpectations } from '../packages/mock-node/test/vm/energy-expectations.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Usage: pnpm --silent conformance:energy FILE…');
  process.exit(2);
}

let agreed = 0;
let expected = 0;
for (const file of files) {
  const comparison = compareEnergy(JSON.parse(readFileSync(file, 'utf8')) as EnergyExpectations);
  agreed += comparison.agreed;
  expected += comparison.expected;
  for (const difference of comparison.differences) console.log(`${file}: ${difference}`);
}
console.log(`${agreed} of ${expected}`);
process.exitCode = agreed === expected ? 0 : 1;
