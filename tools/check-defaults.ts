// Checks that every default that a package's source states has a row in the package's defaults.md.
import { globSync, readFileSync } from 'node:fs';
import { checkDefaults } from './defaults/check-defaults.ts';
import { findDefaults } from './defaults/find-defaults.ts';
import { NOT_OPTIONS } from './defaults/not-options.ts';
import { readDefaults } from './test-kit/read-defaults.ts';

const read = (file: string) => readFileSync(file, 'utf8');
let count = 0;
const problems = globSync('packages/*/defaults.md').flatMap((table) => {
  const folder = table.replace('/defaults.md', '');
  const rows = readDefaults(read(table));
  const files = globSync(`${folder}/src/**/*.ts`).map((file) => [file, findDefaults(file, read(file))] as const);
  count += rows.length;
  const options = rows.filter(({ isFixed }) => !isFixed);
  return checkDefaults({
    table,
    rows: options,
    api: read(`${folder}/api.md`),
    sources: new Map(files),
    exceptions: NOT_OPTIONS,
  });
});
for (const problem of problems) console.error(problem);
console.log(`${count} defaults checked, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
