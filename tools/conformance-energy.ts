// Compares the virtual machine with energy expectations recorded from a node: `pnpm --silent conformance:energy FILE…`.
import { readFileSync } from 'node:fs';
import { compareEnergy, type EnergyExpectations } from '../packages/mock-node/test/support/energy-expectations.ts';

function fail(problem: string): never {
  console.error(problem);
  process.exit(2);
}

function read(file: string): EnergyExpectations {
  try {
    const expectations = JSON.parse(readFileSync(file, 'utf8')) as EnergyExpectations;
    if (!Array.isArray(expectations.vectors))
      fail(`${file} is not a file of energy expectations: it has no "vectors" array`);
    return expectations;
  } catch (error) {
    return fail(`can't read ${file}: ${(error as Error).message}`);
  }
}

const files = process.argv.slice(2);
if (files.length === 0) fail('Usage: pnpm --silent conformance:energy FILE…');
let agreed = 0;
let expected = 0;
for (const file of files) {
  const comparison = compareEnergy(read(file));
  agreed += comparison.agreed;
  expected += comparison.expected;
  for (const difference of comparison.differences) console.log(`${file}: ${difference}`);
}
console.log(`${agreed} of ${expected} executions used the expected energy`);
process.exitCode = agreed === expected && expected > 0 ? 0 : 1;
