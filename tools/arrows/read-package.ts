import { globSync, readFileSync } from 'node:fs';
import { type PackageSource } from './check-package.ts';

/** Reads the parts of a package that the check needs: its name, its arrows and the TypeScript files of its `src`. */
export function readPackage(folder: string): PackageSource {
  const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');
  const paths = globSync('**/*.ts', { cwd: `${folder}/src` }).toSorted();
  return {
    name: JSON.parse(read('package.json')).name,
    folder,
    files: new Map(paths.map((path) => [path, read(`src/${path}`)])),
    arrows: JSON.parse(read('arrows.json')),
  };
}
