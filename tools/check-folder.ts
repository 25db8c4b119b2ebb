// Run by the script `check` of a package or app: the types of its sources and tests, lint and format, for its
// folder alone. `pnpm check` in the root checks all folders together, and more.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = relative(root, process.cwd());
const project = existsSync(`${process.cwd()}/test/tsconfig.json`) ? `${folder}/test` : folder;
const checks = [
  ['tsc', '-p', project, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/types/${folder}.tsbuildinfo`],
  ['oxlint', '--type-aware', '--deny-warnings', folder],
  ['oxfmt', '--check', folder],
];

/** Runs a command in the root, prints what it said if it failed, and resolves to its exit code. */
function run([command = '', ...args]: readonly string[]): Promise<number> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<number>();
  const child = spawn(command, args, { cwd: root, shell: process.platform === 'win32' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  child.on('error', reject);
  child.on('close', (code) => {
    if (code !== 0) console.error(`${command} ${args.join(' ')}\n${output}`);
    settle(code ?? 1);
  });
  return promise;
}

const codes = await Promise.all(checks.map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
