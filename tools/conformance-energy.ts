// Holds the virtual machine against energy expectations recorded from a node: `pnpm --silent conformance:energy FILE…`.
import { readFileSync } from 'node:fs';
import { compareEnergy } from '../packages/mock-node/test/support/energy-expectations.ts';
import type { EnergyExpectations } from '../packages/mock-node/test/support/energy-expectations.ts';

function refuse(problem: string): never {
  console.error(problem);
  process.exit(2);
}

function read(file: string): EnergyExpectations {
  try {
    const expectations = JSON.parse(readFileSync(file, 'utf8')) as EnergyExpectations;
    if (!Array.isArray(expectations.vectors)) refuse(`${file} holds no energy expectations: it has no list of vectors`);
    return expectations;
  } catch (error) {
    return refuse(`${file} can't be read: ${(error as Error).message}`);
  }
}

const files = process.argv.slice(2);
if (files.length === 0) refuse('Usage: pnpm --silent conformance:energy FILE…');
let agreed = 0;
let expected = 0;
for (const file of files) {
  const comparison = compareEnergy(read(file));
  agreed += comparison.agreed;
  expected += comparison.expected;
  for (const difference of comparison.differences) console.log(`${file}: ${difference}`);
}
console.log(`${agreed} of ${expected}`);
process.exitCode = agreed === expected && expected > 0 ? 0 : 1;
