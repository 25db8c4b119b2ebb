import { expect, test } from 'vitest';
import {
  createMockNode,
  isMockNodeError,
  serve,
  type CallScript,
  type FaultRule,
  type MockNodeOptions,
  type ServeOptions,
} from '../src/index.ts';

/** A value of plain JavaScript, a form or a file, which no compiler has checked. */
function untyped<T>(value: unknown): T {
  return value as T;
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isMockNodeError(error)) return `${error.code} ${error.shortMessage}`;
    throw error;
  }
  return 'no error';
}

const one = `${'0'.repeat(63)}1`;

test.each<[object, string]>([
  [
    { parameters: { getEnergyFee: 'cheap' } },
    'Invalid parameters.getEnergyFee "cheap": it must be a bigint or a safe integer.',
  ],
  [
    { parameters: { getEnergyFee: null } },
    'Invalid parameters.getEnergyFee "null": it must be a bigint or a safe integer.',
  ],
  [{ accounts: { count: 1001 } }, 'Invalid accounts.count "1001": it must be an integer from 0 to 1000.'],
  [
    { accounts: { balance: 5 } },
    'Invalid accounts.balance "5": it must be a bigint from 0 to 9223372036854775807 small units, not of type number.',
  ],
  [
    { accounts: { privateKeys: [one, '12'] } },
    'Invalid accounts.privateKeys[1] "(hidden)": it must be 32 bytes in hexadecimal digits.',
  ],
  [{ accounts: { privateKeys: one } }, 'Invalid accounts.privateKeys "(hidden)": it must be a list of private keys.'],
  [
    { witnessKeys: ['0'.repeat(64)] },
    'Invalid witnessKeys[0] "(hidden)": it must be a private key: above 0, and below the order of the curve.',
  ],
  [
    { witnessKeys: [one, 'f'.repeat(64)] },
    'Invalid witnessKeys[1] "(hidden)": it must be a private key: above 0, and below the order of the curve.',
  ],
  [
    { mining: { kind: 'interval', intervalMs: Number.POSITIVE_INFINITY } },
    'Invalid mining.intervalMs "Infinity": it must be a number from 1 to 2147483647 ms.',
  ],
  [
    { startTime: 253_402_214_400_001 },
    `Invalid startTime "253402214400001": it must be milliseconds since 1970, at most 253402214400000, or 'wall-clock'.`,
  ],
  [
    { startTime: Number.NaN },
    `Invalid startTime "NaN": it must be milliseconds since 1970, at most 253402214400000, or 'wall-clock'.`,
  ],
  [{ onConsoleLog: true }, 'Invalid onConsoleLog "true": it must be a function that takes a line.'],
])('rejects the options %j', (options, message) => {
  expect(messageOf(() => createMockNode(untyped<MockNodeOptions>(options)))).toBe(`ARGUMENT_INVALID ${message}`);
});

const node = createMockNode();
const contract = `41${'c0'.repeat(20)}`;

test.each<[object, RegExp]>([
  [{}, /^ARGUMENT_INVALID Invalid fault\.kind "undefined": it must be one of status, html, empty, .*\.$/],
  [
    { fault: { kind: 'earthquake' } },
    /^ARGUMENT_INVALID Invalid fault\.kind "earthquake": it must be one of status, html, empty, .*\.$/,
  ],
  [
    { fault: { kind: 'status', status: 20 } },
    /^ARGUMENT_INVALID Invalid fault\.status "20": it must be an integer from 200 to 599\.$/,
  ],
  [
    { fault: { kind: 'status' } },
    /^ARGUMENT_INVALID Invalid fault\.status "undefined": it must be an integer from 200 to 599\.$/,
  ],
  [
    { fault: { kind: 'truncated', share: 2 } },
    /^ARGUMENT_INVALID Invalid fault\.share "2": it must be a number from 0 to 1\.$/,
  ],
  [
    { fault: { kind: 'empty' }, path: 'wallet/getaccount' },
    /^ARGUMENT_INVALID Invalid path "wallet\/getaccount": it must be a path that begins with \//,
  ],
])('rejects the fault rule %j', (rule, message) => {
  expect(messageOf(() => node.faults.add(untyped<FaultRule>(rule)))).toMatch(message);
});

test.each<[object, string]>([
  [{ contract, result: 'zz' }, 'Invalid result "zz": it must be bytes in hexadecimal digits.'],
  [{ contract, status: 'reverted' }, 'Invalid status "reverted": it must be success or revert.'],
  [
    { contract, energyUsed: 5 },
    'Invalid energyUsed "5": it must be a bigint from 0 to 9223372036854775807, not of type number.',
  ],
  [
    { contract, energyRequired: -5n },
    'Invalid energyRequired "-5": it must be a bigint from 0 to 9223372036854775807.',
  ],
])('rejects a call script that is not valid, case %#', (script, message) => {
  expect(messageOf(() => node.scripts.add(untyped<CallScript>(script)))).toBe(`ARGUMENT_INVALID ${message}`);
});

test.each<[object, string]>([
  [{ port: 70_000 }, 'Invalid port "70000": it must be an integer from 0 to 65535.'],
  [{ port: '80' }, 'Invalid port "80": it must be an integer from 0 to 65535.'],
  [{ host: '' }, 'Invalid host "": it must be an address to listen on.'],
  [{ allowedHosts: 'node.test' }, 'Invalid allowedHosts "node.test": it must be a list of names.'],
  [{ cors: 'https://page.test' }, `Invalid cors "https://page.test": it must be '*' or a list of origins.`],
])('does not serve with the options %j', async (options, message) => {
  const error: unknown = await serve(node, untyped<ServeOptions>(options)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isMockNodeError(error, 'ARGUMENT_INVALID') && error.shortMessage).toBe(message);
});

test('methods work when they are taken from the node', () => {
  const { now, mine, advanceTime } = createMockNode();
  const start = now();
  mine();
  advanceTime(60_000);
  expect(now()).toBeGreaterThanOrEqual(start + 60_000);
});

test('the clock starts at the documented time by default', () => {
  const start = Date.parse('2026-01-01T00:00:00Z');
  const { now } = createMockNode();
  expect(now()).toBeGreaterThanOrEqual(start);
  expect(now()).toBeLessThan(start + 60_000);
});

test.each([0, -1, 1.5, 1_000_001, 1e15, Number.NaN, '3'])('rejects %s as a number of blocks', (count) => {
  const head = node.dump();
  expect(messageOf(() => node.mine(untyped<number>(count)))).toMatch(
    /^ARGUMENT_INVALID Invalid count ".*": it must be an integer from 1 to 1000000\.$/,
  );
  expect(node.dump()).toBe(head);
});

test('works at the latest start time that it accepts', async () => {
  const late = createMockNode({ startTime: 253_402_214_400_000 });
  late.mine(3);
  late.advanceCycle();
  const answer = await late.fetch('http://node/wallet/getnowblock');
  expect((await answer.json()).block_header.raw_data.timestamp).toBeGreaterThan(253_402_214_400_000);
});
