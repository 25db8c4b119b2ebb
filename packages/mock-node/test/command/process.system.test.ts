import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
// Real time: the subject is processes, their signals, and the files that they share.
import { bundleProcess, type BundledProcess } from '@coin/test-kit/bundle-process';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';

let command: BundledProcess;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coin-mock-node-process-'));
  command = await bundleProcess(join(import.meta.dirname, '../../src/cli.ts'));
});

afterAll(async () => {
  await command[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const newFolder = (): string => mkdtempSync(join(folder, 'case-'));

interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** What it printed until it listened or failed. */
  readonly line: string;
}

/** Starts the command and waits for the first line of its output or its error output. */
async function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Started> {
  const env = { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...environment };
  const child = spawn(process.execPath, [command.file, '--port', '0', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = await new Promise<string>((resolve) => {
    let text = '';
    const read = (part: Buffer): void => {
      text += part.toString();
      if (text.includes('\n')) resolve(text);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  return { child, line };
}

async function stop({ child }: Started, signal: NodeJS.Signals): Promise<unknown> {
  const closed = once(child, 'close');
  child.kill(signal);
  const [code] = await closed;
  return code;
}

const urlIn = (line: string): string => (JSON.parse(line) as { url: string }).url;

async function mine(line: string, count: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${urlIn(line)}/admin/mine`, { method: 'POST', headers, body: JSON.stringify({ count }) });
}

/** Blocks of the state in a file. */
function blocksIn(file: string): number {
  const node = createMockNode();
  node.load(readFileSync(file, 'utf8'));
  return (JSON.parse(node.dump()) as { head: { blocks: unknown[] } }).head.blocks.length;
}

describe('a process', () => {
  test('reports a mistake in one line of its error output, with exit code 2', () => {
    const args = [command.file, '--port', '70000'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'coin-mock-node: --port must be an integer from 0 to 65535, but is 70000.\n',
    });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('writes its state on %s', async (signal) => {
    const state = join(newFolder(), 'state.json');
    const started = await start(['--json', '--state', state]);
    await mine(started.line, 5);
    expect(await stop(started, signal)).toBe(0);
    expect(blocksIn(state)).toBe(8);
    expect(readdirSync(join(state, '..'))).toEqual(['state.json']);
  });

  test('that is killed leaves a state from which the next one continues', async () => {
    const state = join(newFolder(), 'state.json');
    const args = ['--json', '--state', state, '--state-interval', '0.01'];
    const first = await start(args);
    while (!existsSync(state) || blocksIn(state) < 8) await mine(first.line, 1);
    await stop(first, 'SIGKILL');
    expect(existsSync(`${state}.lock`)).toBe(true);
    const saved = blocksIn(state);
    const second = await start(args);
    expect(second.line).toContain('"url"');
    await mine(second.line, 1);
    expect(await stop(second, 'SIGTERM')).toBe(0);
    expect(blocksIn(state)).toBe(saved + 1);
    expect(readdirSync(join(state, '..'))).toEqual(['state.json']);
  });

  test('lets one process take over a lock that several find at the same time', async () => {
    const state = join(newFolder(), 'state.json');
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(`${state}.lock`, JSON.stringify({ pid, host: hostname(), since: '2026-01-01T00:00:00.000Z' }));
    const started = await Promise.all([1, 2, 3].map(() => start(['--json', '--state', state])));
    expect(started.filter(({ line }) => line.includes('"url"'))).toHaveLength(1);
  });

  test.each([
    ['without colours to a pipe', {}, 'GET  /wallet/getnowblock  ok'],
    ['in colour when FORCE_COLOR says so', { FORCE_COLOR: '1' }, 'GET  /wallet/getnowblock  \u001B[32mok'],
  ])('prints requests %s', async (_, environment, expected) => {
    const { child, line } = await start([], environment);
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    await fetch(`${/http:\/\/[\d.:]+/.exec(line)?.[0] ?? ''}/wallet/getnowblock`);
    await stop({ child, line }, 'SIGINT');
    expect(output).toContain(expected);
  });
});
