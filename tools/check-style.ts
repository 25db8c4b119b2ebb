// Checks what the linter has no rule for: the form of docstrings, the length of comment lines, the names of constants,
// the form of error guards, real time in tests. CONTRIBUTING.md states the rules. An argument names the folder to
// check; all by default.
import { globSync, readFileSync } from 'node:fs';
import { checkStyle } from './style/check-style.ts';

const [folder] = process.argv.slice(2);
const files = globSync(
  ['{packages,apps,apps/examples}/*/{src,test,bench}/**/*.ts', '{packages,apps}/*/*.ts', 'tools/**/*.ts', '*.ts'],
  {
    exclude: (file) => /node_modules|dist/.test(file),
  },
).filter((file) => folder === undefined || file.startsWith(`${folder}/`));
let count = 0;
for (const file of files.toSorted()) {
  for (const { line, rule, message } of checkStyle(file, readFileSync(file, 'utf8'))) {
    count++;
    console.error(`${file}:${line} ${rule}: ${message}`);
  }
}
console.log(`${files.length} files, ${count} problems of style`);
process.exitCode = count > 0 ? 1 : 0;
