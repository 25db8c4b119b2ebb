import { createHash } from 'node:crypto';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeIfChanged } from '../pages/write-if-changed.ts';
import { exampleLibrary } from './example-library.ts';

/** Writes the script with all packages into a folder, and returns its name, which has its hash. */
export async function writeLibrary(folder: string): Promise<string> {
  const text = await exampleLibrary();
  const name = `examples-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
  for (const old of globSync('examples-*.js', { cwd: folder })) if (old !== name) rmSync(join(folder, old));
  writeIfChanged(join(folder, name), text);
  return name;
}
