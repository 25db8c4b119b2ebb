// A release of the packages from a throw-away clone to a local registry, and what users then install: the first
// release, a minor of one package, and two releases that must fail.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findExamples } from '../test-kit/find-examples.ts';
import { instrument } from '../test-kit/instrument.ts';
import { git } from './base.ts';

export interface Transcript {
  readonly heading: (text: string) => void;
  readonly line: (text: string) => void;
}

export interface Rehearsal {
  /** The checkout whose last commit is rehearsed. */
  readonly root: string;
  /** An empty folder. */
  readonly folder: string;
  /** The lines of an `.npmrc` for the registry. */
  readonly npmrc: string;
  readonly transcript: Transcript;
}

interface Manifest {
  readonly name: string;
  version: string;
}

/** The environment of a developer's shell: without the variables that the runner of this script has set. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const runners = /^(?:npm_|pnpm_|NODE_OPTIONS$|VITEST|NODE_ENV$|GITHUB_BASE_REF$|INIT_CWD$|FORCE_COLOR$)/;
  const kept = Object.entries(process.env).filter(([name]) => !runners.test(name));
  return { ...Object.fromEntries(kept), NO_COLOR: '1', TURBO_TELEMETRY_DISABLED: '1' };
}

const run = (command: string, args: readonly string[], cwd: string) =>
  spawnSync(command, args, { cwd, encoding: 'utf8', env: plainEnvironment() });

/** Runs a command that must succeed, and gives what it printed. */
function must(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = run(command, args, cwd);
  if (error !== undefined) throw new Error(`${command} cannot be run: start the rehearsal by pnpm`, { cause: error });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`);
  return stdout;
}

const cloneIn = (folder: string): string => join(folder, 'clone');

const manifestsIn = (clone: string) =>
  readdirSync(join(clone, 'packages')).map((name) => {
    const file = join(clone, 'packages', name, 'package.json');
    return { file, manifest: JSON.parse(readFileSync(file, 'utf8')) as Manifest };
  });

const versionsIn = (clone: string) =>
  new Map(manifestsIn(clone).map(({ manifest: { name, version } }) => [name, version]));

/** Commits what is there, as the merge of a pull request does: from then on it is what changes are compared with. */
function merge(clone: string, message: string): void {
  git(clone, 'add', '--all');
  git(clone, 'commit', '--quiet', '--message', message);
  git(clone, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
}

interface Changeset {
  readonly file: string;
  /** The bump of each package. */
  readonly releases: Readonly<Record<string, string>>;
  readonly text: string;
}

function writeChangeset(clone: string, { file, releases, text }: Changeset): void {
  const bumps = Object.entries(releases).map(([name, bump]) => `'${name}': ${bump}\n`);
  writeFileSync(join(clone, '.changeset', file), `---\n${bumps.join('')}---\n\n${text}\n`);
}

function versionPackages({ folder, transcript: { line } }: Rehearsal): void {
  const clone = cloneIn(folder);
  const before = versionsIn(clone);
  line('$ pnpm version-packages');
  must('pnpm', ['run', 'version-packages'], clone);
  for (const [name, now] of versionsIn(clone)) {
    if (now !== before.get(name)) line(`${name} ${before.get(name)} → ${now}`);
  }
  merge(clone, 'version packages');
}

function build({ folder, transcript: { line } }: Rehearsal, name?: string): void {
  const args = name === undefined ? ['build'] : ['--filter', name, 'build'];
  line(`$ pnpm ${args.join(' ')}`);
  must('pnpm', args, cloneIn(folder));
}

function publish({ folder, transcript: { line } }: Rehearsal): void {
  const clone = cloneIn(folder);
  line('$ node tools/check-changesets.ts && node tools/check-api.ts');
  const checks = ['tools/check-changesets.ts', 'tools/check-api.ts'].map((check) =>
    must(process.execPath, [check], clone),
  );
  for (const said of checks) line(said.trim());
  line('$ pnpm changeset publish');
  const said = must('pnpm', ['exec', 'changeset', 'publish'], clone);
  const published = new Set(said.match(/@coin\/[a-z-]+@\d+\.\d+\.\d+/g));
  for (const name of [...published].toSorted()) line(`published ${name}`);
  if (published.size === 0) throw new Error(`Nothing was published:\n${said}`);
}

interface StrangersProject {
  readonly name: string;
  readonly packages: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** Installs packages from the registry outside the workspace, says which versions came where, and gives the folder. */
function installOutside(
  { folder, npmrc, transcript: { line } }: Rehearsal,
  { name, packages, files }: StrangersProject,
): string {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const write = (file: string, text: string) => writeFileSync(join(cwd, file), text);
  write('package.json', JSON.stringify({ name, private: true, type: 'module' }));
  write('.npmrc', `${npmrc}audit=false\nfund=false\n`);
  for (const [file, text] of Object.entries(files)) write(file, text);
  line(`$ npm install ${packages.join(' ')}`);
  must('npm', ['install', ...packages], cwd);
  for (const file of globSync('node_modules/{@coin/*,*-before,@coin/*/node_modules/@coin/*}/package.json', {
    cwd,
  }).toSorted()) {
    const installed = JSON.parse(readFileSync(join(cwd, file), 'utf8')) as Manifest;
    line(`${dirname(file)}: ${installed.name} ${installed.version}`);
  }
  return cwd;
}

export function rehearse(rehearsal: Rehearsal): void {
  releaseFirst(rehearsal);
  useInEmptyProject(rehearsal);
  const half = releaseMinor(rehearsal);
  useOldAndNew(rehearsal);
  failToRelease(rehearsal, half);
}

function releaseFirst(rehearsal: Rehearsal): void {
  const { root, folder, npmrc, transcript } = rehearsal;
  const clone = cloneIn(folder);
  transcript.heading('The first release');
  git(folder, 'clone', '--quiet', root, clone);
  git(clone, 'switch', '--quiet', '--force-create', 'main');
  git(clone, 'config', 'user.name', 'rehearsal');
  git(clone, 'config', 'user.email', 'rehearsal@example.com');
  writeFileSync(join(clone, '.git/info/exclude'), '.npmrc\n');
  writeFileSync(join(clone, '.npmrc'), npmrc);
  must('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], clone);
  // As before anything was published, whatever waits for a release today: the transcript stays the same.
  const names = [...versionsIn(clone).keys()];
  for (const { file, manifest } of manifestsIn(clone)) {
    writeFileSync(file, JSON.stringify({ ...manifest, version: '0.0.0' }, undefined, 2));
    rmSync(join(file, '../CHANGELOG.md'), { force: true });
  }
  const changesets = join(clone, '.changeset');
  for (const file of readdirSync(changesets)) if (file.endsWith('.md')) rmSync(join(changesets, file));
  const releases = Object.fromEntries(names.map((name) => [name, 'major']));
  writeChangeset(clone, { file: 'first.md', releases, text: 'The first release.' });
  merge(clone, 'before the first release');
  versionPackages(rehearsal);
  build(rehearsal);
  publish(rehearsal);
}

function useInEmptyProject(rehearsal: Rehearsal): void {
  const { root, folder, transcript } = rehearsal;
  transcript.heading('In an empty project');
  const example = findExamples(root).find(({ file }) => file === 'README.md');
  if (example === undefined) throw new Error('README.md has no example');
  const print = `import { deepStrictEqual } from 'node:assert/strict';
const __example = { equal: (_line, actual, expected) => { deepStrictEqual(actual, expected); console.log(actual); } };`;
  const cwd = installOutside(rehearsal, {
    name: 'stranger',
    packages: [...versionsIn(cloneIn(folder)).keys()],
    files: { 'story.ts': `${print}\n${instrument(example)}\n` },
  });
  transcript.line('$ node story.ts   # the example of README.md');
  transcript.line(must(process.execPath, ['story.ts'], cwd).trim());
}

/** What the minor release adds to units: its file, the index that exports it, and the index before. */
interface Half {
  readonly file: string;
  readonly index: string;
  readonly indexBefore: string;
}

function releaseMinor(rehearsal: Rehearsal): Half {
  const { folder, transcript } = rehearsal;
  const { heading, line } = transcript;
  const clone = cloneIn(folder);
  heading('A minor release of one package');
  const source = join(clone, 'packages/units/src');
  const file = join(source, 'half.ts');
  const index = join(source, 'index.ts');
  writeFileSync(file, 'export function half(amount: bigint): bigint {\n  return amount / 2n;\n}\n');
  const indexBefore = readFileSync(index, 'utf8');
  writeFileSync(index, `${indexBefore}export { half } from './half.ts';\n`);
  build(rehearsal, '@coin/units');
  line('$ node tools/check-api.ts --write');
  must(process.execPath, ['tools/check-api.ts', '--write'], clone);
  line(
    git(clone, 'diff', '--unified=0', 'packages/units/api.md')
      .match(/^\+[^+].*$/gm)
      ?.join('\n') ?? 'no change',
  );
  writeChangeset(clone, {
    file: 'half.md',
    releases: { '@coin/units': 'minor' },
    text: '`half` halves an amount.',
  });
  merge(clone, 'units: halve an amount');
  versionPackages(rehearsal);
  line('$ cat packages/units/CHANGELOG.md');
  line(readFileSync(join(clone, 'packages/units/CHANGELOG.md'), 'utf8').trim());
  publish(rehearsal);
  return { file, index, indexBefore };
}

const BOTH = `import { isFeeError } from '@coin/fee';
import { formatCoin, half, isUnitsError, parseCoin, type SmallUnits } from '@coin/units';
import { formatCoin as formatBefore, parseCoin as parseBefore, type SmallUnits as UnitsBefore } from 'units-before';

const old: UnitsBefore = parseBefore('12.5');
const current: SmallUnits = old;
const back: UnitsBefore = half(current);
console.log(formatCoin(old), formatBefore(back), parseCoin('6.25') === back);
try {
  parseBefore('1,5');
} catch (error) {
  console.log(isUnitsError(error, 'AMOUNT_SYNTAX'), isFeeError(error));
}
`;

function useOldAndNew(rehearsal: Rehearsal): void {
  const { folder, transcript } = rehearsal;
  const { heading, line } = transcript;
  const clone = cloneIn(folder);
  heading('Old and new in one tree');
  const packages = ['@coin/units', 'units-before@npm:@coin/units@1.0.0', '@coin/fee', '@coin/rpc'];
  const cwd = installOutside(rehearsal, { name: 'both', packages, files: { 'both.ts': BOTH } });
  symlinkSync(join(clone, 'node_modules/@types'), join(cwd, 'node_modules/@types'));
  const flags = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2024', '--types', 'node', '--strict'];
  line(`$ tsc ${flags.join(' ')} --noEmit both.ts && node both.ts`);
  must(join(clone, 'node_modules/.bin/tsc'), [...flags, '--noEmit', 'both.ts'], cwd);
  line(must(process.execPath, ['both.ts'], cwd).trim());
}

function expectRefusal({ folder, transcript: { line } }: Rehearsal, ...check: readonly string[]): void {
  line(`$ node ${check.join(' ')}`);
  const { status, stderr } = run(process.execPath, check, cloneIn(folder));
  if (status === 0) throw new Error(`${check.join(' ')} passed where it must fail`);
  line(`${stderr.trim()}\nexit code ${status}`);
}

function failToRelease(rehearsal: Rehearsal, { file, index, indexBefore }: Half): void {
  const { heading } = rehearsal.transcript;
  const clone = cloneIn(rehearsal.folder);
  heading('A release that must fail: a changed source without a changeset');
  writeFileSync(file, readFileSync(file, 'utf8').replace('amount / 2n', '(amount + 1n) / 2n'));
  expectRefusal(rehearsal, 'tools/check-changesets.ts');

  heading('A release that must fail: a removed export in a patch');
  rmSync(file);
  writeFileSync(index, indexBefore);
  writeChangeset(clone, { file: 'less.md', releases: { '@coin/units': 'patch' }, text: '`half` is gone.' });
  build(rehearsal, '@coin/units');
  expectRefusal(rehearsal, 'tools/check-api.ts');
  expectRefusal(rehearsal, 'tools/check-api.ts', '--write');
}
