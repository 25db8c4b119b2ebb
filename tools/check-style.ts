// Checks rules that the linter lacks: the form of docstrings, the length of comment lines, the names of constants, the
// form of error guards, real time in tests, phrases with a plainer form, the length of pages. CONTRIBUTING.md states
// the rules. An argument names the folder to check; all by default.
import { globSync, readFileSync } from 'node:fs';
import { checkPage } from './style/check-page.ts';
import { checkStyle } from './style/check-style.ts';

const [folder] = process.argv.slice(2);
const sources = ['{packages,apps,apps/examples}/*/{src,test,bench}/**/*.ts', '{packages,apps}/*/*.ts', 'tools/**/*.ts'];
const pages = [
  '{packages,apps,apps/examples}/*/*.md',
  'packages/*/docs/*.md',
  'docs/**/*.md',
  '.changeset/*.md',
  '*.md',
  'apps/*/src/**/*.vue',
];
const files = globSync([...sources, '*.ts', ...pages], { exclude: (file) => /node_modules|dist/.test(file) }).filter(
  (file) => folder === undefined || file.startsWith(`${folder}/`),
);
let count = 0;
for (const file of files.toSorted()) {
  const check = file.endsWith('.ts') ? checkStyle : checkPage;
  for (const { line, rule, message } of check(file, readFileSync(file, 'utf8'))) {
    count++;
    console.error(`${file}:${line} ${rule}: ${message}`);
  }
}
console.log(`${files.length} files checked, ${count} style problems`);
process.exitCode = count > 0 ? 1 : 0;
