import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare } from './compare.ts';
import { installBuilt } from './install-built.ts';
import { type Round } from './interleave.ts';
import { type Bound } from './result.ts';

/** Compares the cost of type-checking a project that imports an entry of the built package with an empty one. */
export async function compareTypeCheck({ entry, bound }: { entry: string; bound: Bound }): Promise<void> {
  const consumer = realpathSync(mkdtempSync(join(tmpdir(), 'type-check-')));
  try {
    installBuilt('.', consumer);
    const project = (file: string, text: string): Round => {
      writeFileSync(join(consumer, file), text);
      return () => checkTypes(file, consumer);
    };
    await compare({
      what: `type check of a project that imports ${entry}`,
      ours: project('ours.ts', `export * from '${entry}';`),
      baseline: { name: 'an empty project', round: project('empty.ts', 'export {};') },
      bound,
      rounds: 7,
    });
  } finally {
    rmSync(consumer, { recursive: true, force: true });
  }
}

/** The CPU time that a fresh process spends on checking a file, libraries included, without loading the compiler. */
async function checkTypes(file: string, folder: string): Promise<number> {
  const program = `
    import ts from '${import.meta.resolve('typescript-6')}';
    const before = process.cpuUsage();
    const program = ts.createProgram(['${file}'], {
      strict: true, noEmit: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], types: [],
    });
    const [problem] = ts.getPreEmitDiagnostics(program);
    if (problem !== undefined) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '; '));
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  const args = ['--input-type=module', '--eval', program];
  return Number((await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout);
}
