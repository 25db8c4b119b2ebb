// Real time: git runs as a process.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBase, git } from '../release/base.ts';
import { findSmallBumps } from '../release/check-bumps.ts';

let folder: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function commit(message: string): void {
  git(folder, 'add', '--all');
  git(folder, '-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', message);
}

const changeset = (bump: string) => `---\n'@planted/a': ${bump}\n---\n\nA change.\n`;
const report = (code: string) => `# Public API\n\n## \`@planted/a\`\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
const losses = () => findSmallBumps(folder, findBase(folder, ''), ['packages/a']);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changesets-'));
  git(folder, 'init', '--quiet', '--initial-branch=main');
  write('package.json', '{ "name": "planted", "private": true, "packageManager": "pnpm@12.21.0" }');
  write('pnpm-workspace.yaml', 'packages:\n  - packages/*\n');
  write('pnpm-lock.yaml', "lockfileVersion: '9.0'\n");
  write('.changeset/config.json', '{ "baseBranch": "main", "access": "public" }');
  write('.changeset/earlier.md', changeset('minor'));
  write('packages/a/package.json', '{ "name": "@planted/a", "version": "0.3.0" }');
  write('packages/a/api.md', report('export const one = 1;'));
  commit('first');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('compares with the commit at which a branch left main', () => {
  const start = git(folder, 'rev-parse', 'HEAD');
  git(folder, 'switch', '--quiet', '--create', 'topic');
  write('note', 'x');
  commit('second');
  expect(findBase(folder, '')).toEqual({ commit: start, description: 'the merge base with main' });
});

test('compares a main that is ahead of its origin with the origin', () => {
  const start = git(folder, 'rev-parse', 'HEAD');
  git(folder, 'update-ref', 'refs/remotes/origin/main', start);
  write('note', 'x');
  commit('second');
  expect(findBase(folder, '').commit).toBe(start);
});

test('compares with the last commit in a clone without any base branch', () => {
  git(folder, 'switch', '--quiet', '--detach');
  git(folder, 'branch', '--quiet', '-D', 'main');
  expect(findBase(folder, '').commit).toBe(git(folder, 'rev-parse', 'HEAD'));
});

test('rejects a pull request whose base branch is not in the clone', () => {
  expect(() => findBase(folder, 'main')).toThrow('No common commit with origin/main in this clone');
});

test('requires a minor of the same change for a removed export before 1.0.0', async () => {
  write('packages/a/api.md', report('export const uno = 1;'));
  expect(await losses()).toEqual([
    '@planted/a 0.3.0 takes away or narrows what users have, which needs a minor release; the changesets of this ' +
      'change (that git tracks) say "none":\n  @planted/a: one: is no longer exported',
  ]);
  write('.changeset/new.md', changeset('minor'));
  git(folder, 'add', '--all');
  expect(await losses()).toEqual([]);
});

test('requires a major for a removed export from 1.0.0 on', async () => {
  write('packages/a/package.json', '{ "name": "@planted/a", "version": "1.2.0" }');
  write('packages/a/api.md', report('export const uno = 1;'));
  write('.changeset/new.md', changeset('minor'));
  git(folder, 'add', '--all');
  expect(await losses()).toEqual([expect.stringContaining('needs a major release')]);
});

test('requires nothing for an addition', async () => {
  write('packages/a/api.md', report('export const one = 1;\n\nexport const two = 2;'));
  expect(await losses()).toEqual([]);
});
