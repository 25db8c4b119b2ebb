import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBase, git } from '../release/base.ts';
import { findSmallBumps } from '../release/check-bumps.ts';

let folder: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function writeChangeset(file: string, text: string): void {
  write(file, text);
  git(folder, 'add', file);
}

function commit(message: string): void {
  git(folder, 'add', '--all');
  git(folder, '-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', message);
}

const changeset = (bump: string, name = '@planted/a') => `---\n'${name}': ${bump}\n---\n\nA change.\n`;
const report = (code: string) => `# Public API\n\n## \`@planted/a\`\n\n\`\`\`ts\n${code}\n\`\`\`\n`;

const start = mkdtempSync(join(tmpdir(), 'changesets-start-'));

// Git runs as a process: the first commit is made once and copied.
beforeAll(() => {
  folder = start;
  git(folder, 'init', '--quiet', '--initial-branch=main');
  write('package.json', '{ "name": "planted", "private": true, "packageManager": "pnpm@12.21.0" }');
  write('pnpm-workspace.yaml', 'packages:\n  - packages/*\n');
  write('pnpm-lock.yaml', "lockfileVersion: '9.0'\n");
  write('.gitignore', 'node_modules\n');
  write('.changeset/config.json', '{ "baseBranch": "main", "access": "public" }');
  write('.changeset/earlier.md', changeset('patch'));
  for (const name of ['a', 'b']) {
    write(`packages/${name}/package.json`, `{ "name": "@planted/${name}", "version": "0.3.0" }`);
    write(`packages/${name}/src/index.ts`, 'export const one = 1;\n');
    write(`packages/${name}/api.md`, report('export const one = 1;'));
  }
  commit('first');
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changesets-'));
  cpSync(start, folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(start, { recursive: true, force: true }));

describe('findBase', () => {
  test('takes the commit at which a branch left main', () => {
    const start = git(folder, 'rev-parse', 'HEAD');
    git(folder, 'switch', '--quiet', '--create', 'topic');
    write('note', 'x');
    commit('second');
    expect(findBase(folder, '')).toEqual({ commit: start, description: 'the merge base with main' });
  });

  test('takes the last commit on main if no remote has an older one', () => {
    expect(findBase(folder, '').commit).toBe(git(folder, 'rev-parse', 'HEAD'));
  });

  test('compares with main at the origin, on a main that is ahead of it', () => {
    const start = git(folder, 'rev-parse', 'HEAD');
    git(folder, 'update-ref', 'refs/remotes/origin/main', start);
    write('note', 'x');
    commit('second');
    expect(findBase(folder, '')).toEqual({ commit: start, description: 'the merge base with origin/main' });
  });

  test('takes the last commit in a clone without any base branch', () => {
    git(folder, 'switch', '--quiet', '--detach');
    git(folder, 'branch', '--quiet', '-D', 'main');
    expect(findBase(folder, '').commit).toBe(git(folder, 'rev-parse', 'HEAD'));
  });

  test('rejects a pull request whose base branch is not in the clone', () => {
    expect(() => findBase(folder, 'main')).toThrow('No common commit with origin/main in this clone');
  });
});

describe('findSmallBumps', () => {
  const small = () => findSmallBumps(folder, findBase(folder, ''), ['packages/a', 'packages/b']);
  const narrow = () => {
    write('packages/a/api.md', report('export const uno = 1;'));
  };

  test('reports a removed export that the changesets of the change call a patch', async () => {
    narrow();
    writeChangeset('.changeset/new.md', changeset('patch'));
    expect(await small()).toEqual([
      '@planted/a 0.3.0 takes away or narrows what users have, which needs a minor release; the changesets of this ' +
        'change (that git tracks) say "patch":\n  @planted/a: one: is no longer exported',
    ]);
  });

  test('reports a removed export that only an earlier changeset calls a minor', async () => {
    writeChangeset('.changeset/earlier.md', changeset('minor'));
    commit('earlier');
    narrow();
    expect(await small()).toEqual([
      expect.stringContaining('the changesets of this change (that git tracks) say "none"'),
    ]);
  });

  test('accepts a minor before 1.0.0', async () => {
    narrow();
    writeChangeset('.changeset/new.md', changeset('minor'));
    expect(await small()).toEqual([]);
  });

  test('requires a major from 1.0.0 on', async () => {
    narrow();
    write('packages/a/package.json', '{ "name": "@planted/a", "version": "1.2.0" }');
    writeChangeset('.changeset/new.md', changeset('minor'));
    expect(await small()).toEqual([expect.stringContaining('needs a major release')]);
    writeChangeset('.changeset/new.md', changeset('major'));
    expect(await small()).toEqual([]);
  });

  test('reports nothing for an addition', async () => {
    write('packages/a/api.md', report('export const one = 1;\n\nexport const two = 2;'));
    expect(await small()).toEqual([]);
  });

  test('lists no more than twelve losses', async () => {
    const many = Array.from({ length: 20 }, (_, n) => `export const n${n} = ${n};`).join('\n\n');
    write('packages/a/api.md', report(many));
    commit('many');
    write('packages/a/api.md', report('export const one = 1;'));
    const [message] = await small();
    expect(message?.split('\n')).toHaveLength(14);
    expect(message).toMatch(/and 8 more$/);
  });

  test('compares nothing if the base has no report', async () => {
    rmSync(join(folder, 'packages/b/api.md'));
    commit('without');
    write('packages/b/api.md', report('export const other = 1;'));
    expect(await small()).toEqual([]);
  });
});
