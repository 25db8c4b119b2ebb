import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readManifest } from './built-package.ts';

/** Installs the package in a folder, and the packages of the workspace that it needs, as they are published. */
export function installBuilt(folder: string, consumer: string): void {
  const manifest = readManifest(folder);
  const target = join(consumer, 'node_modules', manifest.name);
  mkdirSync(target, { recursive: true });
  cpSync(join(folder, 'dist'), join(target, 'dist'), { recursive: true });
  writeFileSync(join(target, 'package.json'), JSON.stringify(manifest));
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const dependency = realpathSync(join(folder, 'node_modules', name));
    if (name.startsWith('@coin/')) installBuilt(dependency, consumer);
    else {
      const link = join(target, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(dependency, link, 'dir');
    }
  }
}
