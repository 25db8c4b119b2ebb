// Packs the built packages as they would be published.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

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

/** @param directory - where the tarballs go */
export function packPackages(directory: string): Packed[] {
  return readdirSync('packages').map((name) => {
    const folder = resolve('packages', name);
    const target = mkdtempSync(join(directory, `${name}-`));
    execFileSync('pnpm', ['pack', '--pack-destination', target], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [file] = readdirSync(target);
    if (file === undefined) throw new Error(`pnpm pack created no tarball for ${name}`);
    const tarball = join(target, file);
    const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
    return { folder, manifest: JSON.parse(text) as Manifest, tarball };
  });
}
