import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Example } from './find-examples.ts';

/** Creates a folder in which the names of the package and of its dependencies resolve as they do for a consumer. */
export function layOut(folder: string): string {
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'examples-')));
  const modules = join(work, 'node_modules');
  const link = (target: string, name: string) => {
    mkdirSync(join(modules, name, '..'), { recursive: true });
    symlinkSync(realpathSync(target), join(modules, name), 'dir');
  };
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  for (const name of dependencies) link(join(folder, 'node_modules', name), name);
  if (manifest.exports !== undefined) link(folder, manifest.name);
  writeFileSync(join(work, 'package.json'), '{"type":"module"}');
  return work;
}

/** The name of the module that an example becomes. */
export const exampleFile = ({ file, line }: Example): string =>
  `${file.replaceAll('../', '').replaceAll('/', '.')}.${line}.ts`;

/** Writes an example as a module, with the line numbers of the page or source that it comes from. */
export function writeExample(folder: string, example: Example, head: string, code: string): void {
  writeFileSync(join(folder, exampleFile(example)), `${head}${'\n'.repeat(example.line - 1)}${code}\n`);
}
