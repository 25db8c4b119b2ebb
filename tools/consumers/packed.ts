// Packs the packages as they would be published, from what was built: packing one would build it again.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export interface Packed {
  /** The package's folder. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly tarball: string;
}

async function packPackage(name: string, directory: string): Promise<Packed> {
  const folder = resolve('packages', name);
  const target = mkdtempSync(join(directory, `${name}-`));
  await run('pnpm', ['pack', '--config.ignore-scripts=true', '--pack-destination', target], { cwd: folder });
  const [file] = readdirSync(target);
  if (file === undefined) throw new Error(`pnpm pack created no tarball for ${name}`);
  const tarball = join(target, file);
  const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
  return { folder, manifest: JSON.parse(stdout) as Manifest, tarball };
}

/** @param directory - where the tarballs go */
export const packPackages = (directory: string): Promise<Packed[]> =>
  Promise.all(readdirSync('packages').map((name) => packPackage(name, directory)));
