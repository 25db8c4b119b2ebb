import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare } from './compare.ts';
import { installBuilt } from './install-built.ts';
import { type Round } from './interleave.ts';
import { type Bound } from './result.ts';

export interface ColdImport {
  /** An entry of the package, by the name that its users import. */
  readonly entry: string;
  /** URLs of modules, imported together in other processes. */
  readonly baseline: { readonly name: string; readonly modules: readonly string[] };
  readonly bound: Bound;
  readonly detail?: boolean;
}

const ROUNDS = 21;

/** Compares the CPU time that fresh processes spend on importing entries of the built package in the current folder. */
export async function compareColdImports(imports: readonly ColdImport[]): Promise<void> {
  const consumer = realpathSync(mkdtempSync(join(tmpdir(), 'cold-import-')));
  try {
    installBuilt('.', consumer);
    for (const { entry, baseline, ...limits } of imports)
      await compare({
        what: `cold import of ${entry}`,
        ours: importRound([entry], consumer),
        baseline: { name: baseline.name, round: importRound(baseline.modules, consumer) },
        ...limits,
        rounds: ROUNDS,
      });
  } finally {
    rmSync(consumer, { recursive: true, force: true });
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
