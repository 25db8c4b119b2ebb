import { mkdtempSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flags } from '../../../src/command/flags/flags.ts';
import { runCommand } from '../../../src/command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'coin-mock-node-flags-'));
/** Holes take no space. */
const huge = join(folder, 'huge.json');
writeFileSync(huge, '');
truncateSync(huge, 600 * 1024 * 1024);
const broken = join(folder, 'broken.json');
writeFileSync(broken, '{"a":');

const unreadable = ['/nowhere/at/all', folder, '/dev/zero', '/dev/null', huge, broken];
const unwritable = ['/nowhere/at/all', folder, '/dev/zero', '/dev/null', 'a\0b'];

type StringFlag = {
  [Name in keyof typeof flags]: 'value' extends keyof (typeof flags)[Name] ? Name : never;
}[keyof typeof flags];

/** Values that each flag rejects: a new flag does not compile without some. Each needs a value. */
const malformed: Readonly<Record<StringFlag, readonly string[]>> = {
  preset: ['moon', 'SPEC', ' spec'],
  config: [...unreadable, 'a\0b'],
  'print-config': ['moon'],
  compare: ['x', 'ftp://live.example', '//live.example'],
  parameter: [
    'getEnergyFee',
    '=1',
    'getEnergyFee=',
    'getEnergyFee=1.5',
    'getEnergyFee=x',
    `getEnergyFee=${'9'.repeat(30)}`,
  ],
  accounts: ['x', '-1', '1.5', '1001', '1e2'],
  mnemonic: ['x', 'test junk', 'test '.repeat(12)],
  'private-key': ['x', '0x', '00', 'g'.repeat(64), '0'.repeat(64), 'f'.repeat(64)],
  balance: ['x', '-1', '1e5', '0.0000001', '9'.repeat(30)],
  'witness-key': ['x', '00', 'g'.repeat(64), '0'.repeat(64), 'f'.repeat(64)],
  state: [...unwritable, huge, broken],
  'state-interval': ['x', '0', '-1', '1e9'],
  'load-state': [...unreadable, 'a\0b'],
  'dump-state': unwritable,
  fork: ['x', 'ftp://live.example', '//live.example', 'file:///etc/passwd'],
  'fork-jsonrpc': ['x', 'ftp://live.example'],
  'fork-header': ['x', ': y', 'A B: c', 'A: \u0001'],
  'fork-rate': ['x', '0', '-1'],
  'fork-cache': [...unwritable, huge, broken],
  'block-time': ['x', '0', '-1', 'Infinity', '1e9', '9'.repeat(30)],
  'start-time': ['x', '-1', '2026-13-01', '9'.repeat(30)],
  'max-ahead': ['x', '-1', '1.5', '86401'],
  'solidity-lag': ['x', '-1', '1.5'],
  'step-limit': ['x', '0', '-1', '1.5', 'Unlimited'],
  'accept-unknown': ['getEnergyFee', 'getFreeNetLimit'],
  port: ['x', '-1', '65536', '1.5'],
  'jsonrpc-port': ['x', '-1', '65536', '1.5'],
  host: ['a b', 'http://127.0.0.1', '127.0.0.1/', '[::1]'],
  'allow-host': ['a b', 'http://a', 'a:80', 'a/', 'a,b', '**'],
  cors: ['a', 'a.test', 'http://a/', 'http://a b', 'http://*.a'],
  'ethereum-tools': ['ganache', 'Anvil', 'true'],
  'energy-report': unwritable,
  check: [...unreadable, 'a\0b'],
  tolerance: ['x', '-1', '101'],
};

const blank = ['', ' ', '\t\n'];

/** What a flag has no meaning without. */
const companions: Partial<Readonly<Record<StringFlag, readonly string[]>>> = {
  'state-interval': ['--state', join(folder, 'companion.json')],
  'fork-jsonrpc': ['--fork', 'http://127.0.0.1:9'],
  'fork-header': ['--fork', 'http://127.0.0.1:9'],
  'fork-rate': ['--fork', 'http://127.0.0.1:9'],
  'fork-cache': ['--fork', 'http://127.0.0.1:9'],
  tolerance: ['--check', broken],
  'max-ahead': ['--wall-clock'],
};

async function refusalOf(args: readonly string[]): Promise<string> {
  let [output, problem] = ['', ''];
  const outcome = await runCommand(args, {
    print: (text) => (output += text),
    printProblem: (text) => (problem += text),
  });
  if ('stop' in outcome) await outcome.stop();
  expect([outcome, output]).toEqual([{ exitCode: 2 }, '']);
  expect(problem).toMatch(/^coin-mock-node: [^\n]*[.?]\n$/);
  return problem.slice('coin-mock-node: '.length);
}

describe.each(Object.entries(flags))('--%s', (name, flag) => {
  const port = name === 'port' ? [] : ['--port', '0'];
  const others = [...port, ...(companions[name as StringFlag] ?? [])];

  if (!('value' in flag)) {
    test.each([...blank, 'x', 'true'])('rejects the value %j', async (value) => {
      expect(await refusalOf([...others, `--${name}=${value}`])).toContain(`--${name}`);
    });
    return;
  }

  test('rejects a missing value', async () => {
    expect(await refusalOf([...others, `--${name}`])).toContain(`--${name}`);
  });

  test.each(blank)('rejects the blank value %j', async (value) => {
    expect(await refusalOf([...others, `--${name}=${value}`])).toBe(`--${name} needs a value, but it is blank.\n`);
  });

  test.each(malformed[name as StringFlag])('rejects %j', async (value) => {
    const problem = await refusalOf([...others, `--${name}=${value}`]);
    expect(problem.startsWith(`--${name} `) ? name : problem).toBe(name);
  });
});

test('a rejected command leaves no lock and no other file', () => {
  expect(readdirSync(folder).toSorted()).toEqual(['broken.json', 'huge.json']);
});
