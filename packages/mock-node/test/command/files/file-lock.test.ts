import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../../src/command/run-command.ts';
import { createMockNode, serve } from '../../../src/index.ts';
import { serveByCommand } from '../../support/command-session.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'coin-mock-node-lock-'));

async function refusalOf(args: readonly string[]): Promise<string> {
  let problem = '';
  const outcome = await runCommand(['--port', '0', ...args], {
    print: () => undefined,
    printProblem: (text) => (problem += text),
  });
  if ('stop' in outcome) await outcome.stop();
  expect(outcome).toEqual({ exitCode: 2 });
  return problem;
}

/** Blocks of the state in a file. */
function blocksIn(file: string): number {
  const node = createMockNode();
  node.load(readFileSync(file, 'utf8'));
  return (JSON.parse(node.dump()) as { head: { blocks: unknown[] } }).head.blocks.length;
}

const lockBy = (pid: number, host = hostname()): string =>
  JSON.stringify({ pid, host, since: '2026-01-01T00:00:00.000Z' });

/** The id of a process that has ended. */
const deadProcess = (): number => spawnSync(process.execPath, ['--version']).pid;

describe('a state file in use', () => {
  test('is locked for a second command, which names the first, and loses no block', async () => {
    const state = join(newFolder(), 'state.json');
    const first = await serveByCommand(['--state', state], async ({ post }) => {
      await post('/admin/mine', { count: 5 });
      expect(await refusalOf(['--state', state])).toMatch(
        new RegExp(
          `^coin-mock-node: --state ${state} is in use by process ${process.pid} on ${hostname()} since .*Z\\. ` +
            `Stop it or name another file\\. If it no longer runs, delete ${state}\\.lock\\.\n$`,
        ),
      );
    });
    expect([first.code, blocksIn(state)]).toEqual([0, 8]);
    expect(existsSync(`${state}.lock`)).toBe(false);
  });

  test('is the same file by another path', async () => {
    const folder = newFolder();
    const [state, link] = [join(folder, 'state.json'), join(folder, 'link.json')];
    writeFileSync(state, createMockNode().dump());
    symlinkSync(state, link);
    await serveByCommand(['--state', link], async ({ post }) => {
      await post('/admin/mine', { count: 1 });
      for (const path of [state, join(folder, '.', 'state.json'), link])
        expect(await refusalOf(['--state', path])).toContain(`--state ${path} is in use by process ${process.pid}`);
    });
    // A write leaves the link a link.
    expect(blocksIn(state)).toBe(4);
    await serveByCommand(['--state', link], async () => {
      expect(await refusalOf(['--state', state])).toContain('is in use');
    });
  });

  test('is the same file by links to a file that does not exist yet', async () => {
    const folder = newFolder();
    const paths = ['state.json', 'link.json', 'far.json'].map((name) => join(folder, name));
    const [state = ''] = paths;
    mkdirSync(join(folder, 'inner'));
    symlinkSync('state.json', join(folder, 'link.json'));
    symlinkSync('inner/../link.json', join(folder, 'far.json'));
    for (const first of paths) {
      rmSync(state, { force: true });
      await serveByCommand(['--state', first], async ({ post }) => {
        await post('/admin/mine', { count: 1 });
        for (const path of paths)
          expect(await refusalOf(['--state', path])).toContain(`--state ${path} is in use by process ${process.pid}`);
      });
      expect(blocksIn(state)).toBe(4);
    }
    expect(readdirSync(folder).sort()).toEqual(['far.json', 'inner', 'link.json', 'state.json']);
  });

  test('is rejected if it is a link in a circle', async () => {
    const folder = newFolder();
    const [a, b] = [join(folder, 'a.json'), join(folder, 'b.json')];
    symlinkSync(a, b);
    symlinkSync(b, a);
    expect(await refusalOf(['--state', a])).toContain(`--state ${a}`);
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'b.json']);
  });

  test('is locked against a command that would write it at its end', async () => {
    const state = join(newFolder(), 'state.json');
    for (const first of ['--state', '--dump-state'])
      await serveByCommand([first, state], async () => {
        expect(await refusalOf(['--dump-state', state])).toContain(`--dump-state ${state} is in use by process`);
      });
    expect(existsSync(`${state}.lock`)).toBe(false);
  });

  test("is a fork's cache too", async () => {
    const cache = join(newFolder(), 'fork.json');
    const live = await serve(createMockNode());
    onTestFinished(() => live.close());
    const args = ['--fork', live.url, '--fork-cache', cache];
    await serveByCommand(args, async () => {
      expect(await refusalOf(args)).toContain(`--fork-cache ${cache} is in use by process ${process.pid}`);
    });
    expect((await serveByCommand(args, async () => undefined)).code).toBe(0);
  });

  test.each([
    ['by a process on another machine', lockBy(1, 'elsewhere.example'), 'by process 1 on elsewhere.example since'],
    ['by a process of another user', lockBy(1), 'by process 1 on'],
    ['by a lock that is not one', 'hello', 'by another process.'],
    ['by a lock of which nothing is written yet', '', 'by another process.'],
  ])('is rejected %s', async (_, text, words) => {
    const state = join(newFolder(), 'state.json');
    writeFileSync(`${state}.lock`, text);
    expect(await refusalOf(['--state', state])).toContain(words);
    expect(readFileSync(`${state}.lock`, 'utf8')).toBe(text);
  });

  test.each<[string, (lock: string) => void]>([
    ['a link to nothing', (lock) => symlinkSync('nothing', lock)],
    ['a link to a lock', (lock) => (writeFileSync(`${lock}s`, lockBy(deadProcess())), symlinkSync(`${lock}s`, lock))],
    ['a pipe', (lock) => spawnSync('mkfifo', [lock])],
    ['a folder', (lock) => mkdirSync(lock)],
  ])('is rejected if its lock is %s', async (_, make) => {
    const state = join(newFolder(), 'state.json');
    make(`${state}.lock`);
    expect(await refusalOf(['--state', state])).toContain(`in use by another process. Stop it or name another file.`);
    expect(lstatSync(`${state}.lock`).isFile()).toBe(false);
  });

  test.each([
    ['a process that has died', deadProcess],
    ['an earlier process with the id of this one', () => process.pid],
  ])('is taken over from %s', async (_, pidOf) => {
    const folder = newFolder();
    const [state, pid] = [join(folder, 'state.json'), pidOf()];
    writeFileSync(`${state}.lock`, lockBy(pid));
    writeFileSync(`${state}.${pid}.tmp`, 'half of a st');
    expect((await serveByCommand(['--state', state], async () => undefined)).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('is free again after a command that could not start', async () => {
    const folder = newFolder();
    const state = join(folder, 'state.json');
    const { url } = await serve(createMockNode()).then((served) => {
      onTestFinished(() => served.close());
      return served;
    });
    expect(await refusalOf(['--state', state, '--port', new URL(url).port])).toContain('is in use. Choose another');
    expect(await refusalOf(['--state', state, '--check', '/nowhere'])).toContain('--check');
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('a state file of another network is rejected with the ids of both genesis blocks', async () => {
  const state = join(newFolder(), 'state.json');
  const genesisOf = async (options: Parameters<typeof createMockNode>[0] = {}): Promise<string> => {
    const answer = await createMockNode(options).fetch('http://node/wallet/getblockbynum?num=0');
    return ((await answer.json()) as { blockID: string }).blockID;
  };
  await serveByCommand(['--state', state], async () => undefined);
  const before = readFileSync(state, 'utf8');
  const [own, other] = [await genesisOf(), await genesisOf({ accounts: { count: 12 } })];
  expect(await refusalOf(['--state', state, '--accounts', '12'])).toBe(
    `coin-mock-node: --state contradicts --accounts: genesis is ${own}, this node's is ${other}: it is another network's dump.\n`,
  );
  expect(readFileSync(state, 'utf8')).toBe(before);
});
