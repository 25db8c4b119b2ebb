import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandGroups } from '../src/commands.ts';
import { TOPICS } from '../src/program.ts';
import { openNetwork } from './support/network.ts';
import { readResult, runCoin } from './support/run-coin.ts';

const network = await openNetwork();
const { node, owner, contract, failedTxID } = network;
const NOBODY = 'TBia4uHnb3oSSZm5isP284cA7Np1v15Vhi';
const transfer = ['fee', '--from', owner, '--to', NOBODY, '--amount', '1'];

describe('the exit code', () => {
  test.each<[string, readonly string[], number, string]>([
    ['a command that does not exist', ['accont'], 2, 'Did you mean account?'],
    ['an option that does not exist', ['block', '--sold'], 2, 'Did you mean --solid?'],
    ['an argument that is missing', ['account'], 2, 'missing required argument'],
    ['an argument too many', ['address', owner, owner], 2, 'too many arguments'],
    ['an amount without its unit', ['units', '1,5'], 2, 'write coin as 1.5coin'],
    ['an address with a typing error', ['account', owner.replace(/.$/, '1')], 2, 'ADDRESS_INVALID'],
    ['an id that is too short', ['tx', 'abcd'], 2, 'an id has 64'],
    ['a function that the contract lacks', ['call', contract, 'balanceof', owner], 2, 'Did you mean balanceOf?'],
    ['an account that does not exist', ['account', NOBODY], 5, 'No account exists'],
    ['a contract that does not exist', ['call', NOBODY, 'f'], 5, 'No contract exists'],
    ['a transaction that does not exist', ['tx', 'ab'.repeat(32)], 5, 'has no transaction'],
    ['a call that reverts', ['call', contract, 'transfer', owner, '1', '--from', NOBODY], 4, 'CALL_REVERTED'],
    ['a transaction that has failed', ['wait', failedTxID], 4, 'TRANSACTION_FAILED'],
    ['an audit of blocks that do not exist', ['audit', '--from', '1', '--to', '99'], 5, 'has no block 99'],
    ['an audit from a block that does not exist', ['audit', '--from', '99'], 5, 'has no block 99'],
    ['logs of blocks that do not exist', ['logs', contract, '--from', '99'], 5, 'has no block 99'],
    ['logs of a range that ends first', ['logs', contract, '--from', '3', '--to', '1'], 2, 'is before the first'],
    ['a signature that is too short', ['verify-message', 'a', '--signature', '0x11'], 2, 'a signature has 130'],
    ['an option of a transfer for a call', ['fee', contract, 'name', '--from', owner, '--amount', '1'], 2, '--value'],
    ['an option of a call for a transfer', [...transfer, '--value', '1'], 2, '--amount'],
    ['two energy factors', ['limit', '1', '--contract', contract, '--energy-factor', '1'], 2, 'leave out'],
    ['a tuple that is too short', ['encode', 'f((uint256 a,bool))', '[1]'], 2, 'a tuple of uint256 a, bool'],
    ['a tuple that is too long', ['encode', 'f((uint256,bool))', '[1,true,2]'], 2, 'a tuple of uint256, bool'],
    ['a field of another name', ['encode', 'f((uint256 a))', '{"b":1}'], 2, 'a tuple of uint256 a'],
    ['an array in place of a value', ['encode', 'f(string[])', '[["a"]]'], 2, 'a value for each string'],
    ['an option of coin before those of the node', ['--node', 'http://a.example', 'node'], 2, 'write them behind it'],
    ['a signature without its result', ['call', contract, 'name()'], 2, 'name() view returns'],
    [
      'a revert with an error of the ABI',
      ['call', contract, 'transfer', owner, '1', '--from', NOBODY],
      4,
      'Insufficient',
    ],
    ['a directory in place of a store', ['payments', 'list', import.meta.dirname], 2, 'is no store'],
    ['a file that is no store', ['payments', 'list', import.meta.filename], 2, 'is no store'],
    ['a store that does not exist', ['payments', 'list', 'nowhere.db'], 2, 'No store exists'],
  ])('of %s', async (_, args, exitCode, message) => {
    const run = await runCoin(args, { node });
    expect(run).toMatchObject({ exitCode, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(run.stderr).toMatch(/^coin: [A-Z_]+: [^\n]+\n$/);
    const { error, exitCode: same } = await readResult(args, { node });
    expect([same, error.exitCode]).toEqual([exitCode, exitCode]);
  });

  test('of two forms of output', async () => {
    const { exitCode, error } = await readResult(['audit', '--from', '1', '--format', 'csv'], { node });
    expect([exitCode, error.message]).toEqual([2, '--json and --format are two forms: pass one']);
  });

  test.each([['payments'], ['help', 'nothing']])('of help in place of a command: coin %s %s', async (...args) => {
    expect(await runCoin(args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Usage: coin') });
  });

  test('of a node that does not answer', async () => {
    const down = { fetch: async () => new Response('', { status: 401 }) };
    expect(await runCoin(['params'], { node: down })).toMatchObject({ exitCode: 3 });
  });

  test('of a signature that is not the account’s', async () => {
    const args = ['verify-message', 'hello', '--address', owner, '--signature', `0x${'11'.repeat(64)}1b`];
    expect(await readResult(args)).toMatchObject({ exitCode: 6, result: { isValid: false } });
  });

  test('of a command that the user interrupts', async () => {
    const args = ['watch', '--from', '1'];
    expect(await runCoin(args, { node, signal: AbortSignal.abort() })).toMatchObject({ exitCode: 130 });
  });
});

test.each(Object.entries(TOPICS))('help %s explains it', async (topic, text) => {
  expect(await runCoin(['help', topic])).toEqual({ exitCode: 0, stdout: `${text}\n`, stderr: '' });
});

test('names no key of the environment, and of the node its origin', async () => {
  const env = { COIN_NODE: 'http://127.0.0.1:1/secret-path', COIN_API_KEY: 'secret-key' };
  const down = { fetch: async (): Promise<Response> => Promise.reject(new TypeError('fetch failed')) };
  for (const args of [['params'], ['params', '--json']]) {
    const { stdout, stderr } = await runCoin(args, { node: down, env });
    expect(stdout + stderr).not.toContain('secret');
  }
});

test.each([
  ['fee', '--memo', 'order 1'],
  ['fee', '--signatures', '2'],
  ['limit', '1', '--energy-price', '100', '--contract', contract],
])('an option that needs a network is not ignored without one: coin %s %s %s', async (...args) => {
  expect(await readResult(args)).toMatchObject({ exitCode: 2, error: { message: expect.stringContaining('--node') } });
});

test('numbers in JSON are exact, or an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.bigInt(-(2n ** 70n), 2n ** 70n), { minLength: 1 }), async (numbers) => {
      const encode = async (json: string) => readResult(['encode', 'f(int256[])', json]);
      const { result, error } = await encode(`[${numbers.join()}]`);
      if (error === undefined) expect(result).toEqual((await encode(JSON.stringify(numbers.map(String)))).result);
      else expect(error.message).toContain('in quotes');
    }),
    { numRuns: scaled(50) },
  );
});

/** Values that a person may type, and others. */
const values = fc.oneof(
  fc.constantFrom(
    '',
    '-1',
    '1.5',
    '1,5',
    '0x',
    '0xzz',
    'T',
    '1e9',
    'NaN',
    '__proto__',
    '{}',
    '[]',
    '"',
    'http://',
    '-',
    '--',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.integer().map(String),
);
/** A value of each argument that lets a command go on to its options. */
const VALID: Readonly<Record<string, string>> = {
  address: owner,
  amount: '1.5coin',
  arguments: '5',
  block: '1',
  contract,
  data: 'a9059cbb',
  energy: '130000',
  event: 'Paid(uint256 indexed id)',
  file: 'nowhere.json',
  function: 'f(uint256) view returns (uint256)',
  id: 'order-1',
  message: 'hello',
  store: 'nowhere.db',
  txid: 'ab'.repeat(32),
};

async function expectClearLine(args: readonly string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await runCoin(args);
  if (args.includes('--json') && exitCode !== 0) expect(JSON.parse(stdout)).toMatchObject({ error: { exitCode } });
  else if (exitCode === 0) expect(stdout).not.toBe('');
  else expect(stderr).toMatch(/^coin: [A-Z_]+: [^\n]*[.?!]\n$/);
  // 1 is a defect; 3 is the network that is not there.
  expect([0, 2, 3, 5, 6]).toContain(exitCode);
}

test.each(Object.values(commandGroups).flat())(
  'every flag of coin $usage, with any value and without a network, gives a result or one clear line',
  async ({ usage, options = [] }) => {
    const names = usage.split(' ').filter((word) => /^\w/.test(word));
    const parameters = [...usage.matchAll(/[<[](\w+)/g)].map(([, name = '']) => name);
    expect(Object.keys(VALID)).toEqual(expect.arrayContaining(parameters));
    const given = fc.tuple(...parameters.map((name) => fc.oneof(fc.constant(VALID[name] ?? ''), values)));
    const flags = [...options.map(([flag]) => flag), '--node <url>', '--json', '--unknown <value>'].map((flag) =>
      values.map((value) => (flag.includes('<') ? [flag.split(' ')[0] ?? '', value] : [flag])),
    );
    await fc.assert(
      fc.asyncProperty(given, fc.tuple(...flags), fc.array(values, { maxLength: 2 }), async (args, all, more) => {
        for (const flag of all) await expectClearLine([...names, ...args, ...flag]);
        await expectClearLine([...names, ...args, ...more, ...all.flat()]);
      }),
      { numRuns: scaled(20) },
    );
  },
);
