import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readManifest } from './built-package.ts';
import { compare } from './compare.ts';
import { type Round } from './interleave.ts';
import { type Bound } from './result.ts';

export interface ColdImport {
  /** An entry of the package, by the name that its users import. */
  readonly entry: string;
  /** URLs of modules, imported together in other processes. */
  readonly baseline: { readonly name: string; readonly modules: readonly string[] };
  readonly bound: Bound;
}

const ROUNDS = 21;

/** Compares the CPU time that fresh processes spend on importing entries of the built package in the current folder. */
export async function compareColdImports(imports: readonly ColdImport[]): Promise<void> {
  const consumer = realpathSync(mkdtempSync(join(tmpdir(), 'cold-import-')));
  try {
    install('.', consumer);
    for (const { entry, baseline, bound } of imports)
      await compare({
        what: `cold import of ${entry}`,
        ours: importRound([entry], consumer),
        baseline: { name: baseline.name, round: importRound(baseline.modules, consumer) },
        bound,
        rounds: ROUNDS,
      });
  } finally {
    rmSync(consumer, { recursive: true, force: true });
  }
}

/** Installs the package in a folder, and the packages of the workspace that it needs, as they are published. */
function install(folder: string, consumer: string): void {
  const manifest = readManifest(folder);
  const target = join(consumer, 'node_modules', manifest.name);
  mkdirSync(target, { recursive: true });
  cpSync(join(folder, 'dist'), join(target, 'dist'), { recursive: true });
  writeFileSync(join(target, 'package.json'), JSON.stringify(manifest));
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const dependency = realpathSync(join(folder, 'node_modules', name));
    if (name.startsWith('@coin/')) install(dependency, consumer);
    else {
      const link = join(target, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(dependency, link, 'dir');
    }
  }
}

/** The CPU time that a fresh process spends on importing modules. */
function importRound(modules: readonly string[], folder: string): Round {
  const imports = modules.map((name) => `import('${name}')`).join(', ');
  const program = `
    const before = process.cpuUsage();
    await Promise.all([${imports}]);
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  const args = ['--input-type=module', '--eval', program];
  return async () => Number((await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout);
}
