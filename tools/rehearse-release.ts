// pnpm release:rehearse: releases the last commit from a throw-away clone to a registry on this machine. All packages
// are versioned, packed, published, and used alone in an empty project each. Then one package is released alone. Needs
// a network for the dependencies.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from './consumers/registry.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rehearsal-')));
const clone = join(folder, 'clone');
const registry = await startRegistry(join(folder, 'registry'), '@coin');

/** The environment of a developer's shell: without the variables that pnpm and vitest set. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|pnpm_|VITEST|NODE_ENV$|INIT_CWD$)/.test(name)),
  ),
  NO_COLOR: '1',
};

function run(cwd: string, command: string, ...args: readonly string[]): void {
  console.log(`$ ${command} ${args.join(' ')}`);
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', env });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`, { cause: error });
}

const readVersions = () =>
  new Map(
    readdirSync(join(clone, 'packages')).map((name) => {
      const manifest = JSON.parse(readFileSync(join(clone, 'packages', name, 'package.json'), 'utf8'));
      return [manifest.name as string, manifest.version as string];
    }),
  );

function commit(message: string): void {
  run(clone, 'git', 'add', '--all');
  run(clone, 'git', 'commit', '--quiet', '--message', message);
}

/** Releases a minor version of these packages, as the workflow does, and returns the versions that changed. */
function release(names: readonly string[]): ReadonlyMap<string, string> {
  const before = readVersions();
  const bumps = names.map((name) => `'${name}': minor\n`);
  writeFileSync(join(clone, '.changeset/rehearsal.md'), `---\n${bumps.join('')}---\n\nA rehearsal.\n`);
  commit('change');
  run(clone, 'pnpm', 'run', 'version-packages');
  commit('version packages');
  const changed = [...readVersions()].filter(([name, version]) => before.get(name) !== version);
  const tarballs = mkdtempSync(join(folder, 'tarballs-'));
  run(clone, 'pnpm', 'exec', 'changeset', 'pack', '--out-dir', tarballs);
  run(clone, 'pnpm', 'exec', 'changeset', 'publish', '--from-pack-dir', tarballs);
  for (const [name, version] of changed) console.log(`${name} ${before.get(name)} → ${version}`);
  return new Map(changed);
}

/** Installs a package in an empty project, imports it, runs its commands, and returns the versions of ours that it got. */
function useAlone(name: string): ReadonlyMap<string, string> {
  const project = mkdtempSync(join(folder, 'project-'));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(project, '.npmrc'), `${registry.npmrc}audit=false\nfund=false\n`);
  run(project, 'npm', 'install', name);
  const manifest = JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')) as {
    readonly exports: { readonly '.'?: unknown };
    readonly bin?: Readonly<Record<string, string>>;
  };
  if (manifest.exports['.'] !== undefined)
    run(project, process.execPath, '--input-type=module', '--eval', `await import('${name}')`);
  for (const command of Object.keys(manifest.bin ?? {}))
    run(project, join(project, 'node_modules/.bin', command), '--version');
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  return new Map(
    Object.entries(packages).flatMap(([path, { version }]) => {
      const [, installed] = /node_modules\/(@coin\/[^/]+)$/.exec(path) ?? [];
      return installed === undefined ? [] : [[installed, version] as const];
    }),
  );
}

function expectVersions(installed: ReadonlyMap<string, string>, released: ReadonlyMap<string, string>): void {
  for (const [name, version] of installed)
    if (released.get(name) !== version)
      throw new Error(`${name} ${version} was installed instead of ${released.get(name)}`);
}

try {
  run(folder, 'git', 'clone', '--quiet', process.cwd(), clone);
  run(clone, 'git', 'switch', '--quiet', '--force-create', 'main');
  run(clone, 'git', 'config', 'user.name', 'rehearsal');
  run(clone, 'git', 'config', 'user.email', 'rehearsal@example.com');
  appendFileSync(join(clone, '.git/info/exclude'), '.npmrc\n');
  writeFileSync(join(clone, '.npmrc'), registry.npmrc);
  run(clone, 'pnpm', 'install', '--frozen-lockfile', '--prefer-offline');

  const names = [...readVersions().keys()];
  const first = release(names);
  if (first.size !== names.length) throw new Error(`Only ${[...first.keys()].join(', ')} were released`);
  for (const name of names) expectVersions(useAlone(name), first);

  appendFileSync(join(clone, 'packages/units/src/index.ts'), '\nexport const REHEARSED = true;\n');
  const second = release(['@coin/units']);
  if (second.size !== 1) throw new Error(`${[...second.keys()].join(', ')} were released, not units alone`);
  expectVersions(useAlone('@coin/fee'), new Map([...first, ...second]));
} finally {
  await registry.stop();
  rmSync(folder, { recursive: true, force: true });
}
