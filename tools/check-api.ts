// Compares the public API of each package, as its built declarations have it, with the committed report, and the report
// with the base's: what users lose needs a version that says so. Fails when exports reach a type that no entry exports.
// `--write` writes the reports and the pages of error codes.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeErrorPages } from './api/write-error-pages.ts';
import { writeReport } from './api/write-report.ts';
import { findBase } from './release/base.ts';
import { findSmallBumps } from './release/check-bumps.ts';

const writes = process.argv.includes('--write');
/** Whether a package can be imported; a command alone has no API. */
const isImported = (folder: string): boolean => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports: object };
  return Object.values(exports).some((target) => typeof target === 'object');
};
const directories = readdirSync('packages')
  .map((name) => `packages/${name}`)
  .filter(isImported);
const problems: string[] = [];
const reports = directories.map((folder) => ({ folder, ...writeReport(folder) }));
for (const { entry, name } of reports.flatMap(({ unnamed }) => unnamed))
  problems.push(
    `${entry} reaches the type ${name}, which no entry exports. Export it, or write it out where it is used.`,
  );
const pages = [
  ...reports.map(({ folder, text }) => ({ file: join(folder, 'api.md'), text })),
  ...writeErrorPages(directories.filter((folder) => existsSync(join(folder, 'src/errors.ts')))),
];
for (const { file, text } of pages) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (writes) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } else problems.push(`${file} differs from the built API. To update it, run "npx -y pnpm@12 api".`);
}
if (problems.length === 0) {
  const base = findBase('.');
  problems.push(...(await findSmallBumps('.', base, directories)));
  console.log(`${directories.length} API reports compared with those of ${base.description}`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
