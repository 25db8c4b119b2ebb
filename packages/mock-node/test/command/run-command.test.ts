import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../../src/command/run-command.ts';
import { createMockNode, serve } from '../../src/index.ts';
import { readRecording } from '../support/recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'coin-mock-node-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** The timers of the command. Those of sockets stay real. */
const INTERVALS = ['setInterval', 'clearInterval'] as const;

const MNEMONIC = 'test test test test test test test test test test test junk';

/** As TronWeb 6.5.1 derives them from these words. */
const derived = [
  {
    address: 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6',
    privateKey: '15f0bbb1774be40b7a8d7965d637f324bda2f711fc5726a3dcc19585c6950954',
  },
  {
    address: 'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C',
    privateKey: '9b6ac6a6faf1dc64240f654475a7e668141e4205262367feb7269ef332113929',
  },
] as const;

interface Result {
  readonly code: number | null;
  readonly output: string;
  readonly problem: string;
}

/** Runs the command in this process until it ends. What listens is stopped after `onListening`, given its output. */
async function run(args: readonly string[], onListening?: (output: string) => Promise<void>): Promise<Result> {
  let output = '';
  let problem = '';
  const outcome = await runCommand(args, {
    print: (text) => (output += text),
    printProblem: (text) => (problem += text),
  });
  if ('exitCode' in outcome) return { code: outcome.exitCode, output, problem };
  try {
    await onListening?.(output);
  } catch (error) {
    await outcome.stop();
    throw error;
  }
  const code = await outcome.stop();
  return { code, output, problem };
}

describe('a mistake is reported in one line with exit code 2', () => {
  test.each([
    [['--wallclock'], "Unknown option '--wallclock'. Did you mean --wall-clock?"],
    [['--zzz'], "Unknown option '--zzz'. Try --help."],
    [['start'], 'Too many arguments. Expected 0 arguments but got 1: start. Try --help.'],
    [['--port', '70000'], '--port must be an integer from 0 to 65535, but is 70000.'],
    [['--preset', 'moon'], '--preset must be one of spec, mainnet, private, but is moon.'],
    [['--config', '/nowhere.json'], '--config /nowhere.json cannot be read: there is no such file.'],
    [['--config', folder], `--config ${folder} cannot be read: it is a directory.`],
    [['--block-time', 'soon'], '--block-time must be a number of 0.001 or more, but is soon.'],
    [['--parameter', 'getEnergyFee'], '--parameter must be a name, = and an integer, but is getEnergyFee.'],
    [['--parameter', 'getEnergyFees=1'], 'Unknown option "parameters.getEnergyFees". Did you mean getEnergyFee?'],
    [['--parameter', 'getNothing=1'], undefined],
    [['--solidity-lag', '-1'], undefined],
    [
      ['--start-time', 'tomorrow'],
      '--start-time must be a time such as 2026-01-01T00:00:00Z, or milliseconds since 1970, but is tomorrow.',
    ],
    [
      ['--start-time', '2026-13-01'],
      '--start-time must be a time such as 2026-01-01T00:00:00Z, or milliseconds since 1970, but is 2026-13-01.',
    ],
    [['--start-time', '0', '--wall-clock'], '--start-time cannot be combined with --wall-clock.'],
    [['--block-time', '3000000'], '--block-time must be a number from 1 to 2147483647 ms, but is 3000000000.'],
    [['--accounts', '1001'], '--accounts must be an integer from 0 to 1000, but is 1001.'],
    [
      ['--balance', '1e5'],
      '--balance must be an amount in coins such as 1.5: Invalid amount "1e5": unexpected "e" at position 1. Write it like "1.5".',
    ],
    [['--private-key', 'abc'], '--private-key must be a private key: 32 bytes in hexadecimal digits.'],
    [['--witness-key', 'abc'], '--witness-key must be a private key: 32 bytes in hexadecimal digits.'],
    [['--mnemonic', 'test junk'], '--mnemonic must be 12, 15, 18, 21 or 24 words in quotes, but has 2.'],
    [
      ['--mnemonic', MNEMONIC.replace('junk', 'junc')],
      '--mnemonic must be words of the English list of BIP-39, but word 12 is not in it.',
    ],
    [
      ['--mnemonic', MNEMONIC.replace('junk', 'test')],
      '--mnemonic has a wrong checksum: a word is wrong, or the words are in the wrong order.',
    ],
    [['--print-config', 'moon'], '--print-config must be one of spec, mainnet, private, but is moon.'],
    [['--print-config', 'spec', '--preset', 'spec'], '--print-config cannot be combined with --preset.'],
    [['--host', ''], '--host needs a value, but it is blank.'],
  ])('rejects %j', async (args, line) => {
    const { code, output, problem } = await run(args);
    expect([code, output]).toEqual([2, '']);
    expect(problem.trimEnd().split('\n')).toHaveLength(1);
    if (line !== undefined) expect(problem).toBe(`coin-mock-node: ${line}\n`);
  });

  test('rejects a description that is not valid JSON', async () => {
    const { code, problem } = await run(['--config', file('broken.json', '{"supportConstant":\n tru')]);
    expect(code).toBe(2);
    expect(problem).toMatch(/^coin-mock-node: --config .*broken\.json is not valid JSON: .*\.\n$/);
  });

  test('rejects a description with a missing member', async () => {
    const { code, problem } = await run(['--config', file('empty.json', '{}')]);
    expect([code, problem]).toEqual([
      2,
      'coin-mock-node: Invalid supportConstant "undefined" in the network description: it must be true or false.\n',
    ]);
  });

  test('rejects a port that is in use', async () => {
    const served = await serve(createMockNode());
    onTestFinished(() => served.close());
    const { code, problem } = await run(['--port', String(served.port)]);
    const line = `coin-mock-node: Port ${served.port} of 127.0.0.1 is in use. Choose another, or 0 for any free one.\n`;
    expect([code, problem]).toEqual([2, line]);
  });

  test('rejects a Node that is too old', async () => {
    // A Node before 22.3 cannot load its own modules on first use.
    const versions = { value: { ...process.versions, node: '22.2.0' } };
    vi.stubGlobal('process', Object.create(process, { versions, getBuiltinModule: { value: undefined } }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { code, problem } = await run(['--port', '9090']);
    const reason = 'Cannot listen on 127.0.0.1, port 9090: Node 22.2.0 is too old. Use Node 22.12 or newer.';
    expect([code, problem]).toEqual([2, `coin-mock-node: ${reason}\n`]);
  });
});

test('--help fits a terminal of 120 columns', async () => {
  const { code, output } = await run(['--help']);
  expect(code).toBe(0);
  expect(output.split('\n').filter((line) => line.length > 119)).toEqual([]);
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(await run(['--version'])).toEqual({ code: 0, output: `${version}\n`, problem: '' });
});

test('--json prints one line with the address at which the node listens', async () => {
  const config = file('network.json', JSON.stringify(readRecording('mainnet').network));
  const { code, output } = await run(['--json', '--port', '0', '--config', config], async (line) => {
    const { url } = JSON.parse(line) as { url: string };
    const answer = await fetch(`${url}/wallet/getblockbynum`, { method: 'POST', body: '{"num":0}' });
    expect(await answer.text()).toContain('00000000000000001221d46dedd43c6faa123cec24ee590cd6e52218d3a43f9a');
  });
  expect([code, output.trimEnd().split('\n')]).toEqual([
    0,
    [expect.stringMatching(/^\{"url":"http:\/\/127\.0\.0\.1:\d+"/)],
  ]);
});

interface Announcement {
  readonly url: string;
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
}

async function listening(args: readonly string[]): Promise<Announcement & { readonly balances: readonly number[] }> {
  let announcement: Announcement | undefined;
  const balances: number[] = [];
  const { problem } = await run(['--json', '--port', '0', ...args], async (line) => {
    announcement = JSON.parse(line) as Announcement;
    for (const { address } of announcement.accounts) {
      const answer = await fetch(`${announcement.url}/wallet/getaccount?visible=true&address=${address}`);
      balances.push(((await answer.json()) as { balance: number }).balance);
    }
  });
  if (announcement === undefined) throw new Error(problem);
  return { ...announcement, balances };
}

describe('accounts', () => {
  test("are a mnemonic's, as wallets derive them", async () => {
    const { accounts, balances } = await listening(['--mnemonic', MNEMONIC, '--accounts', '2', '--balance', '1.5']);
    expect([accounts, balances]).toEqual([derived, [1_500_000, 1_500_000]]);
    expect((await listening(['--mnemonic', `  ${MNEMONIC.toUpperCase()} `])).accounts).toHaveLength(10);
  });

  test('have the number that --accounts gives, and are the same in every run', async () => {
    const ten = createMockNode().accounts;
    expect((await listening(['--accounts', '3'])).accounts).toEqual(ten.slice(0, 3));
    const [first, second] = [await listening(['--accounts', '12']), await listening(['--accounts', '12'])];
    expect(first.accounts.slice(0, 10)).toEqual(ten);
    expect([first.accounts, first.balances]).toEqual([second.accounts, Array.from({ length: 12 }, () => 10 ** 12)]);
  });

  test('are private keys after the published ones, each once', async () => {
    const { accounts } = await listening(
      [...derived, derived[0]].flatMap(({ privateKey }) => ['--private-key', `0x${privateKey}`]),
    );
    expect(accounts).toEqual([...createMockNode().accounts, ...derived]);
  });

  test("are added to a description's, whose balances stay unless --balance is given", async () => {
    const description = (await run(['--print-config', 'mainnet', '--accounts', '1', '--balance', '7'])).output;
    const config = file('one-account.json', description);
    const [{ address: published }] = createMockNode().accounts;
    const key = ['--private-key', derived[0].privateKey];
    const joined = await listening(['--config', config, ...key]);
    expect(joined.accounts.map(({ address }) => address)).toEqual([derived[0].address, published]);
    expect(joined.balances).toEqual([10 ** 12, 7_000_000]);
    expect((await listening(['--config', config, '--accounts', '1', '--balance', '8'])).balances).toEqual([8_000_000]);
    expect((await listening(['--config', config, '--accounts', '1', ...key])).balances).toEqual([7_000_000, 10 ** 12]);
  });

  test('are printed for people with a warning that their keys are public', async () => {
    const { output } = await run(['--port', '0', '--accounts', '1', '--private-key', derived[0].privateKey]);
    const [{ address, privateKey }] = createMockNode().accounts;
    expect(output.replace(/:\d+,/, ':PORT,')).toBe(
      [
        'coin-mock-node on http://127.0.0.1:PORT, preset spec',
        '',
        'Accounts and their private keys, which are public: never use them on another network.',
        `  ${address}  ${privateKey}`,
        `  ${derived[0].address}  ${derived[0].privateKey}`,
        '',
        'Press Ctrl+C to stop.',
        '',
      ].join('\n'),
    );
  });
});

test('--jsonrpc-port serves the node on a second port', async () => {
  const asked: unknown[] = [];
  const body = JSON.stringify({ id: 1, method: 'eth_chainId' });
  const both = await run(['--json', '--port', '0', '--jsonrpc-port', '0'], async (line) => {
    const { url, jsonRpc } = JSON.parse(line) as Announcement & { readonly jsonRpc: string };
    for (const address of [jsonRpc, `${url}/jsonrpc`])
      asked.push(await (await fetch(address, { method: 'POST', body })).json());
    const taken = await run(['--port', '0', '--jsonrpc-port', new URL(jsonRpc).port]);
    expect(taken).toMatchObject({ code: 2, problem: expect.stringContaining(new URL(jsonRpc).port) });
  });
  expect(both).toMatchObject({ code: 0, problem: '' });
  expect(asked[0]).toMatchObject({ id: 1, result: expect.stringMatching(/^0x[0-9a-f]{8}$/) });
  expect(asked[1]).toEqual(asked[0]);
  expect((await run(['--port', '0', '--jsonrpc-port', '0'])).output).toMatch(
    /\nJSON-RPC on http:\/\/127\.0\.0\.1:\d+\/jsonrpc\n/,
  );
});

test('--witness-key replaces the witness of a preset, and signs its blocks', async () => {
  const key = ['--witness-key', derived[0].privateKey];
  const config = file('own-witness.json', (await run(['--print-config', 'spec', ...key])).output);
  const signed = async (args: readonly string[]) => {
    let block: unknown;
    let witnesses: unknown;
    const { problem } = await run(['--json', '--port', '0', ...args], async (line) => {
      const { url } = JSON.parse(line) as Announcement;
      block = await (await fetch(`${url}/wallet/getblockbynum?num=1`)).json();
      witnesses = await (await fetch(`${url}/wallet/listwitnesses?visible=true`)).json();
    });
    expect(problem).toBe('');
    expect(witnesses).toMatchObject({ witnesses: [{ address: derived[0].address }] });
    return block;
  };
  const withKey = await signed(key);
  expect(await signed(['--config', config, ...key])).toEqual(withKey);
  // The stand-in's signature.
  expect(await signed(['--config', config])).not.toEqual(withKey);
});

test.each(['spec', 'mainnet', 'private'] as const)('--print-config %s prints the preset', async (preset) => {
  const { code, output } = await run(['--print-config', preset]);
  expect(code).toBe(0);
  const described = createMockNode({ network: JSON.parse(output) });
  const own = createMockNode({ preset });
  expect(described.network).toEqual(own.network);
  expect(described.accounts).toEqual(own.accounts);
});

describe('a dump to load', () => {
  const made = createMockNode({ preset: 'mainnet', parameters: { getEnergyFee: 210 } });
  const dump = file('mainnet.json', made.dump());

  test.each([
    [
      ['--preset', 'spec'],
      /^coin-mock-node: --load-state contradicts --preset: network\.parameters\.\w+ is .*another network's dump\.\n$/,
    ],
    [
      ['--parameter', 'getEnergyFee=420'],
      /^coin-mock-node: --load-state contradicts --parameter: network\.parameters\.getEnergyFee is "210", this node's is "420"/,
    ],
    [
      ['--preset', 'mainnet'],
      /^coin-mock-node: --load-state contradicts --preset: network\.parameters\.getEnergyFee is "210"/,
    ],
    [
      ['--accounts', '12'],
      /^coin-mock-node: --load-state contradicts --accounts: genesis is [0-9a-f]{64}, this node's is/,
    ],
  ])('is rejected with %j, which contradicts it', async (args, problem) => {
    const answer = await run(['--load-state', dump, '--port', '0', ...args]);
    expect([answer.code, answer.output]).toEqual([2, '']);
    expect(answer.problem).toMatch(problem);
  });

  test.each([
    [[]],
    [['--preset', 'mainnet', '--parameter', 'getEnergyFee=210']],
    [['--parameter', 'getEnergyFee=210']],
    [['--accounts', '10']],
  ])('sets the network, together with %j', async (args) => {
    const { code } = await run(['--json', '--load-state', dump, '--port', '0', ...args], async (line) => {
      const { url, accounts } = JSON.parse(line) as { url: string; accounts: unknown };
      expect(accounts).toEqual(made.accounts);
      const { chainParameter } = (await (await fetch(`${url}/wallet/getchainparameters`)).json()) as {
        chainParameter: unknown;
      };
      expect(chainParameter).toContainEqual({ key: 'getEnergyFee', value: 210 });
    });
    expect(code).toBe(0);
  });
});

test('continues from a loaded dump with a block every --block-time', async () => {
  const node = createMockNode();
  node.mine(7);
  const dump = file('dump.json', node.dump());
  const args = ['--json', '--port', '0', '--load-state', dump, '--block-time', '2'];
  vi.useFakeTimers({ toFake: [...INTERVALS] });
  const { code } = await run(args, async (line) => {
    expect(await headOf(urlIn(line))).toBe(9);
    vi.advanceTimersByTime(6000);
    expect(await headOf(urlIn(line))).toBe(12);
  });
  expect(code).toBe(0);
});

test.each([
  ['2027-01-02T03:04:05+01:00', '2027-01-02T02:04:05.000Z'],
  ['2027-01-02', '2027-01-02T00:00:00.000Z'],
  ['1800000000000', '2027-01-15T08:00:00.000Z'],
])('starts the clock at --start-time %s', async (time, start) => {
  const { code } = await run(['--json', '--port', '0', '--start-time', time], async (line) => {
    const { url } = JSON.parse(line) as { url: string };
    const block = (await (await fetch(`${url}/wallet/getnowblock`)).json()) as {
      block_header: { raw_data: { timestamp: number } };
    };
    expect(Math.abs(block.block_header.raw_data.timestamp - Date.parse(start))).toBeLessThanOrEqual(60_000);
  });
  expect(code).toBe(0);
});

async function headOf(url: string): Promise<number> {
  const block = (await (await fetch(`${url}/wallet/getnowblock`)).json()) as {
    block_header: { raw_data: { number: number } };
  };
  return block.block_header.raw_data.number;
}

async function mine(url: string, count: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/admin/mine`, { method: 'POST', headers, body: JSON.stringify({ count }) });
}

const urlIn = (line: string): string => (JSON.parse(line) as Announcement).url;

describe('a state file', () => {
  test('is written when the command stops, and continued by the next command', async () => {
    const state = join(folder, 'stopped.json');
    const args = ['--json', '--port', '0', '--state', state];
    let head = 0;
    const first = await run(args, async (line) => {
      await mine(urlIn(line), 5);
      head = await headOf(urlIn(line));
    });
    expect([first.code, first.problem]).toEqual([0, '']);
    const second = await run(args, async (line) => expect(await headOf(urlIn(line))).toBe(head));
    expect([second.code, second.problem]).toEqual([0, '']);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('is written every --state-interval', async () => {
    const state = join(folder, 'interval.json');
    vi.useFakeTimers({ toFake: [...INTERVALS] });
    await run(['--json', '--port', '0', '--state', state, '--state-interval', '2'], async (line) => {
      await mine(urlIn(line), 3);
      const head = await headOf(urlIn(line));
      vi.advanceTimersByTime(2000);
      const node = createMockNode();
      node.load(readFileSync(state, 'utf8'));
      expect(node.dump()).toContain(`"clock":${node.now()}`);
      expect(JSON.parse(node.dump()).head.blocks).toHaveLength(head + 1);
    });
  });

  test.each([[[]], [['--wall-clock']]])('is not written while nothing changes, with %j', async (clock) => {
    const state = join(folder, 'idle.json');
    vi.useFakeTimers({ toFake: [...INTERVALS] });
    await run(['--json', '--port', '0', '--state', state, '--state-interval', '2', ...clock], async (line) => {
      await mine(urlIn(line), 3);
      vi.advanceTimersByTime(2000);
      const node = createMockNode();
      node.load(readFileSync(state, 'utf8'));
      writeFileSync(state, 'as it was written');
      await headOf(urlIn(line));
      vi.advanceTimersByTime(20_000);
      expect(readFileSync(state, 'utf8')).toBe('as it was written');
      await mine(urlIn(line), 1);
      vi.advanceTimersByTime(2000);
      node.load(readFileSync(state, 'utf8'));
      rmSync(state);
    });
    expect(existsSync(state)).toBe(true);
  });

  test('is written by --dump-state and read by --load-state, accounts included', async () => {
    const state = join(folder, 'dumped.json');
    const words = ['--mnemonic', MNEMONIC, '--accounts', '2'];
    const dumped = await run(['--json', '--port', '0', '--dump-state', state, ...words], async (line) =>
      mine(urlIn(line), 4),
    );
    expect(dumped).toMatchObject({ code: 0, problem: '' });
    await run(['--json', '--port', '0', '--load-state', state, ...words], async (line) => {
      expect(JSON.parse(line)).toMatchObject({ accounts: derived });
      expect(await headOf(urlIn(line))).toBe(6);
    });
  });

  test('may be an answer of /admin/dump', async () => {
    const node = createMockNode();
    node.mine(3);
    const answer = await node.fetch('http://node/admin/dump', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const args = ['--json', '--port', '0', '--load-state', file('answer.json', await answer.text())];
    const { code } = await run(args, async (line) => expect(await headOf(urlIn(line))).toBe(5));
    expect(code).toBe(0);
  });

  test('is continued at --start-time or the time of the machine, unless that is before its clock', async () => {
    const node = createMockNode({ startTime: Date.parse('2026-02-01T00:00:00Z') });
    const state = file('february.json', node.dump());
    const timeAfter = async (args: readonly string[]): Promise<number> => {
      let time = 0;
      const { problem } = await run(['--json', '--port', '0', '--load-state', state, ...args], async (line) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`${urlIn(line)}/admin/now`, { method: 'POST', headers });
        time = ((await answer.json()) as { now: number }).now;
      });
      expect(problem).toBe('');
      return time;
    };
    expect(await timeAfter([])).toBe(node.now());
    expect(await timeAfter(['--start-time', '2026-03-01'])).toBe(Date.parse('2026-03-01T00:00:00Z'));
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await timeAfter(['--wall-clock'])).toBe(Date.now());
    const { code, problem } = await run(['--load-state', state, '--start-time', '2026-01-01']);
    expect([code, problem]).toEqual([
      2,
      `coin-mock-node: --start-time is 2026-01-01T00:00:00.000Z, but the clock of --load-state ${state} is at ${new Date(node.now()).toISOString()}.\n`,
    ]);
  });

  test.each([
    [['--state', folder], `--state ${folder} cannot be read: it is a directory.`],
    [
      ['--state', '/nowhere/at/all.json'],
      /^--state \/nowhere\/at\/all\.json cannot be written: ENOENT: no such file or directory/,
    ],
    [['--dump-state', folder], `--dump-state ${folder} cannot be written: it is a directory.`],
    [['--load-state', '/nowhere.json'], '--load-state /nowhere.json cannot be read: there is no such file.'],
    [
      ['--state', 'a', '--load-state', 'b'],
      '--state cannot be combined with --load-state: it loads and writes the same file.',
    ],
    [['--state-interval', '5'], '--state-interval needs --state.'],
    [['--state', 'a', '--state-interval', '0'], '--state-interval must be a number from 0.001 to 1000000, but is 0.'],
  ])('is rejected by %j', async (args, line) => {
    const { code, output, problem } = await run([...args, '--port', '0']);
    expect([code, output]).toEqual([2, '']);
    const text = problem.replace(/^coin-mock-node: /, '').trimEnd();
    if (typeof line === 'string') expect(text).toBe(line);
    else expect(text).toMatch(line);
  });

  test('that cannot be written at the end is kept elsewhere, with exit code 1', async () => {
    const gone = join(folder, 'gone');
    mkdirSync(gone);
    const { code, problem } = await run(
      ['--json', '--port', '0', '--dump-state', join(gone, 'a.json')],
      async (line) => {
        await mine(urlIn(line), 2);
        rmSync(gone, { recursive: true });
      },
    );
    const refuge = /the state is in (.*) instead\./.exec(problem)?.[1] ?? 'no file';
    onTestFinished(() => rmSync(refuge));
    expect([code, problem.split('\n')]).toEqual([
      1,
      [expect.stringContaining('the state cannot be written to '), expect.stringContaining(refuge), ''],
    ]);
    const node = createMockNode();
    node.load(readFileSync(refuge, 'utf8'));
    expect(JSON.parse(node.dump()).head.blocks).toHaveLength(5);
  });
});
