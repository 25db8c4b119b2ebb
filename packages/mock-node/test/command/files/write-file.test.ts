import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../../src/command/run-command.ts';
import { forkMockNode } from '../../../src/fork/index.ts';
import { createMockNode } from '../../../src/index.ts';
import { upstreamOf } from '../../support/fork-upstream.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coin-mock-node-replaced-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Opens a file, as a reader that is interrupted does, and returns what reads the rest of it. */
function openReader(file: string): () => string {
  const descriptor = openSync(file, 'r');
  onTestFinished(() => closeSync(descriptor));
  return () => {
    const buffer = Buffer.alloc(10_000_000);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, 0));
  };
}

/** Serves a node by the command, mines a block, and stops it, which writes the state. */
async function serveAndStop(...args: readonly string[]): Promise<string> {
  let problem = '';
  let output = '';
  const outcome = await runCommand(['--json', '--port', '0', ...args], {
    print: (text) => (output += text),
    printProblem: (text) => (problem += text),
  });
  if ('exitCode' in outcome) throw new Error(problem);
  const { url } = JSON.parse(output) as { url: string };
  await fetch(`${url}/admin/mine`, {
    method: 'POST',
    body: '{"count":1}',
    headers: { 'content-type': 'application/json' },
  });
  await outcome.stop();
  return problem;
}

test.each(['--state', '--dump-state'])(
  'a reader that has opened the file of %s reads the complete old state while a new one is written',
  async (flag) => {
    const folder = makeFolder();
    const file = join(folder, 'state.json');
    const old = createMockNode().dump();
    writeFileSync(file, old);
    const read = openReader(file);
    expect(await serveAndStop(flag, file)).toBe('');
    expect(read()).toBe(old);
    const written = readFileSync(file, 'utf8');
    expect(written).not.toBe(old);
    createMockNode().load(written);
    expect(readdirSync(folder)).toEqual(['state.json']);
  },
);

test("a reader that has opened a fork's cache reads the complete old one while a new one is written", async () => {
  const folder = makeFolder();
  const cache = join(folder, 'cache.json');
  const live = createMockNode();
  const options = { url: 'http://live.example', fetch: upstreamOf(live).fetch, cache };
  await (await forkMockNode(options)).close();
  const old = readFileSync(cache, 'utf8');
  const read = openReader(cache);
  const fork = await forkMockNode(options);
  const [{ address }] = live.accounts;
  await fork.setBalance(address, 1n);
  await fork.close();
  expect(read()).toBe(old);
  expect(readFileSync(cache, 'utf8').length).toBeGreaterThan(old.length);
  expect(readdirSync(folder)).toEqual(['cache.json']);
});
