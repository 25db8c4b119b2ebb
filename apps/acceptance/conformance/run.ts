// Holds the packages against data that others wrote, and writes README.md: `pnpm conformance [SOURCE FOLDER]`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Source } from './case.ts';
import { FETCHED, VENDORED } from './sources.ts';
import { composeRow, tallySource } from './tally.ts';

const RESULTS = join(import.meta.dirname, 'README.md');

function writeRow(name: string, row: string): void {
  const lines = readFileSync(RESULTS, 'utf8').trimEnd().split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${name} |`));
  if (at === -1) lines.push(row);
  else lines[at] = row;
  writeFileSync(RESULTS, `${lines.join('\n')}\n`);
}

async function run(source: Source, folder: string): Promise<boolean> {
  const tally = await tallySource(source, folder);
  for (const failure of tally.failures) console.log(`differs: ${failure}`);
  for (const name of tally.stale) console.log(`excluded without a difference: ${name}`);
  console.log(`${source.name}: ${tally.cases} cases, ${tally.passed} passed, ${tally.failures.length} differ`);
  const isRight = tally.cases > 0 && tally.failures.length + tally.stale.length === 0;
  if (isRight) writeRow(source.name, composeRow(source, tally));
  return isRight;
}

const [name, folder] = process.argv.slice(2);
const fetched = FETCHED.find((source) => source.name === name);
if (name !== undefined && (fetched === undefined || folder === undefined || !existsSync(folder))) {
  console.error(
    `Usage: pnpm conformance [SOURCE FOLDER]; SOURCE is ${FETCHED.map((source) => source.name).join(' or ')}`,
  );
  process.exit(2);
}
const runs =
  fetched === undefined || folder === undefined
    ? VENDORED.map((source) => [source, join(import.meta.dirname, source.name)] as const)
    : [[fetched, folder] as const];
for (const [source, data] of runs) if (!(await run(source, data))) process.exitCode = 1;
