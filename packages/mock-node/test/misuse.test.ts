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
    if (isMockNodeError(error)) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'no error';
}

const one = `${'0'.repeat(63)}1`;

test.each<[object, string]>([
  [
    { parameters: { getEnergyFee: 'cheap' } },
    'parameters.getEnergyFee must be a bigint or a safe integer, but is "cheap".',
  ],
  [{ parameters: { getEnergyFee: null } }, 'parameters.getEnergyFee must be a bigint or a safe integer, but is null.'],
  [{ accounts: { count: 1001 } }, 'accounts.count must be an integer from 0 to 1000, but is 1001.'],
  [
    { accounts: { balance: 5 } },
    'accounts.balance must be a bigint from 0 to 9223372036854775807, in small units, but is 5.',
  ],
  [{ accounts: { privateKeys: [one, '12'] } }, 'accounts.privateKeys[1] must be 32 bytes in hexadecimal digits.'],
  [{ accounts: { privateKeys: one } }, `accounts.privateKeys must be a list of private keys, but is "${one}".`],
  [
    { witnessKeys: ['0'.repeat(64)] },
    'witnessKeys[0] is not a valid private key: it is 0, or not below the order of the curve.',
  ],
  [
    { witnessKeys: [one, 'f'.repeat(64)] },
    'witnessKeys[1] is not a valid private key: it is 0, or not below the order of the curve.',
  ],
  [
    { mining: { mode: 'interval', interval: Number.POSITIVE_INFINITY } },
    'mining.interval must be milliseconds from 1 to 2147483647, but is Infinity.',
  ],
  [
    { startTime: 253_402_214_400_001 },
    "startTime must be milliseconds since 1970, at most 253402214400000, or 'wall-clock', but is 253402214400001.",
  ],
  [
    { startTime: Number.NaN },
    "startTime must be milliseconds since 1970, at most 253402214400000, or 'wall-clock', but is NaN.",
  ],
  [{ onConsoleLog: true }, 'onConsoleLog must be a function that takes a line, but is true.'],
])('refuses the options %j', (options, message) => {
  expect(messageOf(() => createMockNode(untyped<MockNodeOptions>(options)))).toBe(`ARGUMENT_INVALID ${message}`);
});

const node = createMockNode();
const contract = `41${'c0'.repeat(20)}`;

test.each<[object, RegExp]>([
  [{}, /^ARGUMENT_INVALID fault\.kind must be one of status, html, empty, .* but is undefined\.$/],
  [
    { fault: { kind: 'earthquake' } },
    /^ARGUMENT_INVALID fault\.kind must be one of status, html, empty, .* but is "earthquake"\.$/,
  ],
  [
    { fault: { kind: 'status', status: 20 } },
    /^ARGUMENT_INVALID fault\.status must be an integer from 200 to 599, but is 20\.$/,
  ],
  [
    { fault: { kind: 'status' } },
    /^ARGUMENT_INVALID fault\.status must be an integer from 200 to 599, but is undefined\.$/,
  ],
  [{ fault: { kind: 'truncated', share: 2 } }, /^ARGUMENT_INVALID fault\.share must be from 0 to 1, but is 2\.$/],
  [
    { fault: { kind: 'empty' }, path: 'wallet/getaccount' },
    /^ARGUMENT_INVALID path must begin with \/, but is wallet\/getaccount\.$/,
  ],
])('refuses the fault rule %j', (rule, message) => {
  expect(messageOf(() => node.faults.add(untyped<FaultRule>(rule)))).toMatch(message);
});

test.each<[object, string]>([
  [{ contract, result: 'zz' }, 'result must be bytes in hexadecimal digits.'],
  [{ contract, outcome: 'reverted' }, 'outcome must be success or revert, but is "reverted".'],
  [{ contract, energyUsed: 5 }, 'energyUsed must be a bigint from 0 to 9223372036854775807, but is 5.'],
  [{ contract, energyRequired: -5n }, 'energyRequired must be a bigint from 0 to 9223372036854775807, but is -5.'],
])('refuses a call script that is not valid, case %#', (script, message) => {
  expect(messageOf(() => node.scripts.add(untyped<CallScript>(script)))).toBe(`ARGUMENT_INVALID ${message}`);
});

test.each<[object, string]>([
  [{ port: 70_000 }, 'port must be an integer from 0 to 65535, but is 70000.'],
  [{ port: '80' }, 'port must be an integer from 0 to 65535, but is "80".'],
  [{ host: '' }, 'host must be an address to listen on, but is "".'],
  [{ hosts: 'node.test' }, 'hosts must be a list of names, but is "node.test".'],
  [{ cors: 'https://page.test' }, `cors must be '*' or a list of origins, but is "https://page.test".`],
])('refuses to serve with the options %j', async (options, message) => {
  const error: unknown = await serve(node, untyped<ServeOptions>(options)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isMockNodeError(error, 'ARGUMENT_INVALID') && error.message).toBe(message);
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

test.each([0, -1, 1.5, 1_000_001, 1e15, Number.NaN, '3'])('refuses to make %s blocks', (count) => {
  const head = node.dump();
  expect(messageOf(() => node.mine(untyped<number>(count)))).toMatch(
    /^ARGUMENT_INVALID count must be an integer from 1 to 1000000, but is /,
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
