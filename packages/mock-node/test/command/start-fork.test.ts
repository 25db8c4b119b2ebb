import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../../src/command/run-command.ts';
import { createMockNode, serve, type MockNode } from '../../src/index.ts';
import { serveByCommand } from '../support/command-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'coin-mock-node-fork-'));
const CONTRACT = '41c0ffee00000000000000000000000000000000c0';
const slot = (index: number): string => index.toString(16).padStart(64, '0');
const [owner, other] = createMockNode().accounts.map(({ address }) => address);

/** Reads slot 0 and gives it. */
const createLive = (): MockNode =>
  createMockNode({
    contracts: [{ address: CONTRACT, code: '60005460005260206000f3', storage: { [slot(0)]: slot(7) } }],
  });

async function served(live = createLive()): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const network = await serve(live);
  onTestFinished(() => network.close());
  return network;
}

/** Serves a network by a server that may see, delay and reject requests. */
async function portOf(live: MockNode, statusOf: (request: IncomingMessage) => Promise<number>): Promise<number> {
  const network = createServer(async (request, response) => {
    const body = await text(request);
    const status = await statusOf(request);
    const answer = await live.fetch(`http://node${request.url}`, { method: 'POST', body });
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(status === 200 ? await answer.text() : 'secret');
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void network.close());
  return (network.address() as AddressInfo).port;
}

async function problemOf(args: readonly string[]): Promise<string> {
  let problem = '';
  const outcome = await runCommand(args, {
    print: () => expect.fail('nothing is printed before the mistake'),
    printProblem: (text) => (problem += text),
  });
  expect(outcome).toEqual({ exitCode: 2 });
  return problem;
}

const call = { owner_address: owner, contract_address: CONTRACT, function_selector: 'get()' };
const asked = { ...call, owner_address: CONTRACT };

/** On a busy machine anything may take longer than a second. */
const withoutProgress = (problem: string): string => problem.replaceAll(/^coin-mock-node: reading .*\n/gm, '');

describe('--fork', () => {
  test("starts from a live network's state, and reads records on demand", async () => {
    const { url } = await served();
    const args = ['--json', '--fork', url, '--fork-jsonrpc', `${url}/jsonrpc`];
    const { code, banner, problem } = await serveByCommand(args, async ({ post }) => {
      expect(await post('/wallet/triggerconstantcontract', asked)).toMatchObject({ constant_result: [slot(7)] });
      await post('/admin/setbalance', { address: owner, balance: 9 });
      expect(await post('/wallet/getaccount', { address: owner, visible: true })).toMatchObject({ balance: 9 });
    });
    expect([code, withoutProgress(problem)]).toEqual([0, '']);
    expect(JSON.parse(banner)).toMatchObject({ accounts: [], fork: { host: new URL(url).host, number: 2 } });
  });

  test('names its network and block in the first line', async () => {
    const { url } = await served();
    const { banner } = await serveByCommand(['--fork', url], async () => undefined);
    expect(banner).toContain(`, a fork of ${new URL(url).host} at block 2\n\nPress Ctrl+C to stop.\n`);
  });

  test.each([
    ['--preset', 'spec'],
    ['--config', 'network.json'],
    ['--print-config', 'spec'],
    ['--parameter', 'getEnergyFee=1'],
    ['--accounts', '3'],
    ['--mnemonic', 'words'],
    ['--private-key', '01'.repeat(32)],
    ['--balance', '1'],
    ['--witness-key', '01'.repeat(32)],
    ['--state', 'state.json'],
    ['--state-interval', '1'],
    ['--load-state', 'state.json'],
    ['--dump-state', 'state.json'],
    ['--start-time', '0'],
  ])('is rejected with %s, which it does not support', async (flag, value) => {
    const problem = await problemOf(['--fork', 'http://live.example', flag, value]);
    expect(problem).toMatch(new RegExp(`^coin-mock-node: --fork cannot be combined with ${flag}: .*\\.\n$`));
  });

  test.each([
    [['--fork-cache', 'x'], '--fork-cache needs --fork.'],
    [['--fork-rate', '1'], '--fork-rate needs --fork.'],
    [['--fork', 'live.example'], '--fork must be an http or https address.'],
    [['--fork', 'http://a', '--fork-jsonrpc', 'b'], '--fork-jsonrpc must be an http or https address.'],
    [['--fork', 'http://a', '--fork-rate', '0'], '--fork-rate must be a number of 0.001 or more, but is 0.'],
    [
      ['--fork', 'http://a', '--fork-header', 'secret'],
      "--fork-header must be a name, a colon and a value, as in 'TRON-PRO-API-KEY: …'.",
    ],
    [
      ['--fork', 'http://a', '--fork-header', 'Key: secret\u0001'],
      '--fork-header must be a string of printable characters.',
    ],
    [['--fork', 'http://a', '--fork-cache', folder], undefined],
  ])('rejects %j', async (args, line) => {
    const problem = await problemOf(args);
    expect(problem.trimEnd().split('\n')).toHaveLength(1);
    if (line === undefined) expect(problem).toContain(`--fork-cache ${folder} cannot be written`);
    else expect(problem).toBe(`coin-mock-node: ${line}\n`);
  });

  test('names the flag that storage needs', async () => {
    const { url } = await served();
    await serveByCommand(['--json', '--fork', url], async ({ post }) => {
      const answer = await post('/wallet/triggerconstantcontract', asked);
      expect(answer).toMatchObject({
        Error: expect.stringMatching(
          /: pass jsonRpcUrl, or --fork-jsonrpc to the command, because only JSON-RPC returns it\. /,
        ),
      });
    });
  });

  test('names the flag that keeps the records read, if a dump is requested', async () => {
    const { url } = await served();
    await serveByCommand(['--json', '--fork', url], async ({ post }) => {
      expect(await post('/admin/dump', {})).toMatchObject({
        message: expect.stringContaining('with cache or --fork-cache'),
      });
    });
  });

  test('sends --fork-header with every request, and prints it nowhere', async () => {
    // After three seconds it asks for the head again.
    vi.useFakeTimers({ toFake: ['Date'] });
    const seen = new Set<string>();
    let isDown = false;
    const port = await portOf(createLive(), async ({ headers }) => {
      seen.add(`${String(headers['api-key'])} ${String(headers.authorization)}`);
      return isDown ? 403 : 200;
    });
    const file = join(folder, 'with-header.json');
    const args = ['--fork', `http://me:hidden@127.0.0.1:${port}`, '--fork-header', 'Api-Key: secret'];
    const { banner, output, problem } = await serveByCommand([...args, '--fork-cache', file], async ({ post }) => {
      isDown = true;
      const answer = await post('/wallet/getaccount', { address: owner, visible: true });
      expect(answer).toEqual({
        Error: `Cannot read account ${owner} from 127.0.0.1:${port}: it answers with status 403. Try again, or use another endpoint.`,
      });
    });
    expect([...seen]).toEqual([`secret Basic ${btoa('me:hidden')}`]);
    expect(banner + output + problem + readFileSync(file, 'utf8')).not.toMatch(/secret|hidden/);
  });

  test('needs no network for records in --fork-cache', async () => {
    const network = await served();
    const file = join(folder, 'cache.json');
    const args = ['--json', '--fork', network.url, '--fork-jsonrpc', `${network.url}/jsonrpc`, '--fork-cache', file];
    const answers: unknown[] = [];
    const use = (): Promise<{ readonly banner: string }> =>
      serveByCommand(args, async ({ post }) => {
        answers.push(await post('/wallet/triggerconstantcontract', asked));
      });
    const first = await use();
    await network.close();
    const second = await use();
    expect(answers[0]).toMatchObject({ constant_result: [slot(7)] });
    const withoutIds = answers.map((answer) => ({ ...(answer as object), transaction: undefined }));
    expect(withoutIds[1]).toEqual(withoutIds[0]);
    expect(JSON.parse(second.banner).fork).toEqual(JSON.parse(first.banner).fork);
  });

  test('lists at the end the records that it read too late', async () => {
    const live = createLive();
    const { url } = await served(live);
    const args = ['--json', '--fork', url, '--fork-cache', join(folder, 'late.json')];
    expect(withoutProgress((await serveByCommand(args, async () => undefined)).problem)).toBe('');
    live.mine(30);
    const { problem } = await serveByCommand(args, async ({ post }) => {
      for (const address of [owner, other]) await post('/wallet/getaccount', { address, visible: true });
    });
    const late = [owner, other].map((address) => `account ${address} (30 blocks later)`).join(', ');
    expect(withoutProgress(problem)).toBe(`coin-mock-node: some records are newer than block 2: ${late}.\n`);
  });

  test('rejects a --fork-cache of another content', async () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, '{}');
    const problem = await problemOf(['--fork', 'http://a', '--fork-cache', file]);
    expect(problem).toBe('coin-mock-node: --fork-cache is not of the format coin-mock-node-fork.\n');
  });

  test('writes an energy report of its transactions', async () => {
    const { url } = await served();
    const file = join(folder, 'report.json');
    const args = ['--json', '--fork', url, '--fork-jsonrpc', `${url}/jsonrpc`, '--energy-report', file];
    const { code } = await serveByCommand(args, async ({ post }) => {
      await post('/admin/impersonate', { address: owner });
      const built = await post('/wallet/triggersmartcontract', {
        ...call,
        contract_address: 'TTZhLCNXoCgudjmUbwsRwNUqhvFaD8y565',
        fee_limit: 10_000_000,
        visible: true,
      });
      expect(await post('/wallet/broadcasttransaction', built['transaction'] as object)).toMatchObject({
        result: true,
      });
    });
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ functions: [{ calls: 1 }] });
  });

  test('advances its clock to the time of the machine with --wall-clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { url } = await served();
    await serveByCommand(['--json', '--fork', url, '--wall-clock'], async ({ post }) => {
      const { now } = await post('/admin/now', {});
      expect(now).toBe(Date.now());
    });
  });

  test('prints the record being read to its error output during a long read', async () => {
    // The command answers over sockets, whose timers stay real.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const port = await portOf(createLive(), async () => {
      vi.advanceTimersByTime(1000);
      return 200;
    });
    const fork = ['--json', '--fork', `http://127.0.0.1:${port}`];
    const { problem } = await serveByCommand(fork, async () => undefined);
    const line = `coin-mock-node: reading where the network is from 127.0.0.1:${port}; requests so far: `;
    expect(problem).toMatch(new RegExp(`^(${line}\\d+\\.\n)`));
  });
});

test('an account of the network may be used without its key', async () => {
  const { url } = await served();
  await serveByCommand(['--json', '--fork', url], async ({ post }) => {
    await post('/admin/impersonate', { address: owner });
    const transfer = { owner_address: owner, to_address: other, amount: 5, visible: true };
    const built = await post('/wallet/createtransaction', transfer);
    expect(await post('/wallet/broadcasttransaction', built)).toMatchObject({ result: true });
  });
});
