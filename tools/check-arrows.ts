// The files of every package import each other along the arrows of its arrows.json, types included, and never in a
// circle. Arguments name the packages' folders; the default is all.
import { readdirSync } from 'node:fs';
import { checkPackage } from './arrows/check-package.ts';
import { readPackage } from './arrows/read-package.ts';

const named = process.argv.slice(2);
const folders = named.length > 0 ? named : readdirSync('packages').map((directory) => `packages/${directory}`);
const packages = folders.map(readPackage);
const problems = packages.flatMap(checkPackage);
for (const problem of problems) console.error(problem);
const files = packages.reduce((count, source) => count + source.files.size, 0);
console.log(`${files} files checked, ${problems.length} imports against the arrows of arrows.json`);
process.exitCode = problems.length > 0 ? 1 : 0;
