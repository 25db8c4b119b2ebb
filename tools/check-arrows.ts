// The files of every package import each other along the arrows of its arrows.json, types included, and never in a
// circle.
import { readdirSync } from 'node:fs';
import { checkPackage } from './arrows/check-package.ts';
import { readPackage } from './arrows/read-package.ts';

const packages = readdirSync('packages').map((directory) => readPackage(`packages/${directory}`));
const problems = packages.flatMap(checkPackage);
for (const problem of problems) console.error(problem);
const files = packages.reduce((count, source) => count + source.files.size, 0);
console.log(`${files} files follow the arrows of their packages, except for ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
