// The files of every package import each other along the arrows of its arrows.json, types included, and never in a circle.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { checkPackage } from './arrows/check-package.ts';

const read = (file: string) => readFileSync(file, 'utf8');
let files = 0;
const problems = readdirSync('packages').flatMap((directory) => {
  const folder = `packages/${directory}`;
  const paths = globSync('**/*.ts', { cwd: `${folder}/src` }).toSorted();
  files += paths.length;
  return checkPackage({
    name: JSON.parse(read(`${folder}/package.json`)).name,
    folder,
    files: new Map(paths.map((path) => [path, read(`${folder}/src/${path}`)])),
    arrows: JSON.parse(read(`${folder}/arrows.json`)),
  });
});
for (const problem of problems) console.error(problem);
console.log(`${files} files, ${problems.length} problems with their arrows`);
process.exitCode = problems.length > 0 ? 1 : 0;
