// node tools/check-packages.ts [--full] [--update]: packs every package as it would be published, runs publint on the
// tarballs, compares their files with packed-files.txt of the package (--update writes it), installs them in an empty
// project, compares the size of each with its limit, and imports every entry point there. Its declarations may import
// none but each other's and must compile as consumers compile them: in each configuration with --full, otherwise in
// four of them.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { compileMatrix } from './compile-matrix/compile-matrix.ts';
import { allConfigurations, someConfigurations } from './compile-matrix/configurations.ts';
import { foreignImports } from './compile-matrix/foreign-types.ts';
import { packPackages } from './consumers/packed.ts';
import { listFiles, tarballProblems, type PackedFiles } from './tarball/check-tarball.ts';
import { installSize, sizeProblem } from './tarball/install-size.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Record<string, { readonly types?: string }>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
interface PackedPackage {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly tarball: string;
  readonly files: PackedFiles;
}

const { full, update } = parseArgs({
  options: { full: { type: 'boolean', default: false }, update: { type: 'boolean', default: false } },
}).values;
const project = mkdtempSync(join(tmpdir(), 'coin-packages-'));
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
const write = (file: string, value: unknown) =>
  writeFileSync(join(project, file), typeof value === 'string' ? value : JSON.stringify(value));

/** The texts of a tarball's files by their paths. */
function readFiles(tarball: string): PackedFiles {
  const unpacked = mkdtempSync(join(tmpdir(), 'coin-package-'));
  run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'], project);
  const paths = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(paths.map((path) => [relative(unpacked, path), readFileSync(path, 'utf8')]));
  rmSync(unpacked, { recursive: true });
  return files;
}

/** Compares a package's files with those that were reviewed, or writes down that they were. */
async function checkFiles({ folder, manifest, files }: PackedPackage): Promise<void> {
  const list = join(folder, 'packed-files.txt');
  if (update) writeFileSync(list, `${listFiles(files.keys()).join('\n')}\n`);
  const found = await tarballProblems(files, readFileSync(list, 'utf8').trim().split('\n'));
  for (const problem of found) console.error(`${manifest.name}: ${problem}.`);
  if (found.length > 0)
    console.error(
      'If the files are as they should be, run: pnpm check:packages --update, and commit packed-files.txt.',
    );
  problems += found.length;
}

let problems = 0;
try {
  const packed = (await packPackages(project)).map(({ folder, tarball }): PackedPackage => {
    const files = readFiles(tarball);
    return { folder, tarball, files, manifest: JSON.parse(files.get('package.json') ?? '') as Manifest };
  });
  for (const { manifest, tarball } of packed) {
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
      strict: true,
    });
    for (const message of messages) console.error(`${manifest.name}: ${formatMessage(message, manifest)}`);
    problems += messages.length;
  }
  for (const each of packed) await checkFiles(each);
  // The packages depend on versions of each other that are not in a registry yet.
  const files = Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]));
  write('package.json', { private: true, type: 'module', dependencies: files });
  const overrides = Object.entries(files).map(([name, file]) => `  '${name}': '${file}'\n`);
  write('pnpm-workspace.yaml', `overrides:\n${overrides.join('')}`);
  run('pnpm', ['install', '--prefer-offline', '--ignore-scripts', '--silent'], project);

  for (const { manifest } of packed) {
    const problem = sizeProblem(manifest.name, installSize(project, manifest.name));
    if (problem === undefined) continue;
    console.error(`${problem}.`);
    problems++;
  }

  const entries: string[] = [];
  for (const { manifest } of packed) {
    const peers = Object.keys(manifest.peerDependencies ?? {});
    const isPeers = (specifier: string) => peers.some((peer) => `${specifier}/`.startsWith(`${peer}/`));
    for (const [key, { types }] of Object.entries(manifest.exports)) {
      if (types === undefined) continue;
      const foreign = foreignImports(join(project, 'node_modules', manifest.name, types));
      // Only those who have the peer use the entry; here it is not installed.
      const needsPeer = foreign.some(({ specifier }) => isPeers(specifier));
      if (!needsPeer) entries.push(key.replace(/^\./, manifest.name));
      for (const { specifier, file } of foreign) {
        // The options that rpc hands on to ky have ky's types.
        if (specifier.startsWith('@coin/') || specifier === 'ky' || isPeers(specifier)) continue;
        console.error(`${file} imports ${specifier}: use plain types for public names, and mark the others @internal.`);
        problems++;
      }
    }
  }
  const configurations = full ? allConfigurations : someConfigurations;
  for (const failure of await compileMatrix(project, entries, configurations)) {
    console.error(failure);
    problems++;
  }
  // Each in a separate process: a module that one loads would hide that another lacks it.
  await Promise.all(
    entries.map((entry) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', `await import('${entry}')`], {
        cwd: project,
      }),
    ),
  );
  console.log(`${packed.length} packages packed and installed, ${entries.length} entries imported,`);
  console.log(`and compiled in ${configurations.length} configurations`);
} finally {
  rmSync(project, { recursive: true, force: true });
}
process.exitCode = problems > 0 ? 1 : 0;
