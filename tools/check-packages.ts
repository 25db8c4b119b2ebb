// Packs every package as it would be published, lets publint read the tarball, and compiles and runs a stranger's project that installed it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const work = mkdtempSync(join(tmpdir(), 'coin-packages-'));
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
const problems: string[] = [];
const names = readdirSync('packages');
try {
  const scope = join(work, 'node_modules', '@coin');
  mkdirSync(scope, { recursive: true });
  for (const name of names) {
    const folder = resolve('packages', name);
    run('pnpm', ['pack', '--pack-destination', work], folder);
    const tarball = readdirSync(work).find((file) => file.startsWith(`coin-${name}-`) && file.endsWith('.tgz'));
    if (tarball === undefined) throw new Error(`pnpm pack made no tarball of ${name}`);
    run('tar', ['-xzf', join(work, tarball), '-C', work], work);
    cpSync(join(work, 'package'), join(scope, name), { recursive: true });
    rmSync(join(work, 'package'), { recursive: true });
    const manifest = JSON.parse(readFileSync(join(scope, name, 'package.json'), 'utf8'));
    const { messages } = await publint({ pkgDir: join(scope, name), pack: false, strict: true });
    for (const message of messages) problems.push(`${name}: ${formatMessage(message, manifest)}`);
    // the dependencies a stranger's package manager would bring
    for (const dependency of Object.keys(manifest.dependencies ?? {}))
      if (!dependency.startsWith('@coin/')) {
        const from = join(folder, 'node_modules', dependency);
        cpSync(from, join(scope, name, 'node_modules', dependency), { recursive: true, dereference: true });
      }
    const entries = Object.keys(manifest.exports).map((key) => key.replace(/^\./, `@coin/${name}`));
    writeFileSync(join(work, `${name}.ts`), entries.map((entry, i) => `export * as _${i} from '${entry}';`).join('\n'));
    for (const entry of entries) run(process.execPath, ['--input-type=module', '-e', `await import('${entry}')`], work);
  }
  writeFileSync(join(work, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(work, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2023',
        lib: ['es2024', 'dom', 'dom.iterable'],
        types: ['node'],
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        typeRoots: [resolve('node_modules/@types')],
      },
      include: ['*.ts'],
    }),
  );
  run(resolve('node_modules/.bin/tsc'), ['-p', '.'], work);
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(`${names.length} packages packed, compiled and imported`);
process.exitCode = problems.length > 0 ? 1 : 0;
