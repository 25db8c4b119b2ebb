// Packs every package as it would be published, runs publint on the tarballs, installs them in an empty project, and
// compiles and imports every entry point there.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

interface Manifest {
  name: string;
  exports: Record<string, unknown>;
}

const project = mkdtempSync(join(tmpdir(), 'coin-packages-'));
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
const write = (file: string, value: unknown) =>
  writeFileSync(join(project, file), typeof value === 'string' ? value : JSON.stringify(value));

function pack(folder: string): { manifest: Manifest; tarball: string } {
  const before = new Set(readdirSync(project));
  run('pnpm', ['pack', '--pack-destination', project], folder);
  const tarball = readdirSync(project).find((file) => !before.has(file));
  if (tarball === undefined) throw new Error(`pnpm pack created no tarball for ${folder}`);
  const text = execFileSync('tar', ['-xzOf', join(project, tarball), 'package/package.json'], { encoding: 'utf8' });
  return { manifest: JSON.parse(text) as Manifest, tarball };
}

let problems = 0;
try {
  const packed = readdirSync('packages').map((name) => pack(resolve('packages', name)));
  for (const { manifest, tarball } of packed) {
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(join(project, tarball))).buffer },
      strict: true,
    });
    for (const message of messages) console.error(`${manifest.name}: ${formatMessage(message, manifest)}`);
    problems += messages.length;
  }
  // The packages depend on versions of each other that are not in a registry yet.
  const files = Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, `file:./${tarball}`]));
  write('package.json', { private: true, type: 'module', dependencies: files });
  const overrides = Object.entries(files).map(([name, file]) => `  '${name}': '${file}'\n`);
  write('pnpm-workspace.yaml', `overrides:\n${overrides.join('')}`);
  run('pnpm', ['install', '--prefer-offline', '--ignore-scripts', '--silent'], project);

  const entries = packed.flatMap(({ manifest }) =>
    Object.keys(manifest.exports)
      .filter((key) => key !== './package.json')
      .map((key) => key.replace(/^\./, manifest.name)),
  );
  write('entries.ts', entries.map((entry, i) => `export * as entry${i} from '${entry}';\n`).join(''));
  const typeRoots = [resolve('node_modules/@types')];
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots,
    strict: true,
  };
  write('tsconfig.json', {
    compilerOptions: { ...compilerOptions, noEmit: true, skipLibCheck: false },
    files: ['entries.ts'],
  });
  run(resolve('node_modules/.bin/tsc'), ['-p', '.'], project);
  for (const entry of entries)
    run(process.execPath, ['--input-type=module', '-e', `await import('${entry}')`], project);
  console.log(`${packed.length} packages packed and installed, ${entries.length} entries compiled and imported`);
} finally {
  rmSync(project, { recursive: true, force: true });
}
process.exitCode = problems > 0 ? 1 : 0;
