import { expect, test } from 'vitest';
import { createMockNode, isMockNodeError, serve } from '../src/index.ts';
import type { CallScript, FaultRule, MockNodeOptions, ServeOptions } from '../src/index.ts';

/** What plain JavaScript, a form or a file may hand over, whatever the types say. */
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
  [{ parameters: { getEnergyFee: 'cheap' } }, 'parameters.getEnergyFee is cheap, neither a bigint nor a safe integer.'],
  [{ parameters: { getEnergyFee: null } }, 'parameters.getEnergyFee is null, neither a bigint nor a safe integer.'],
  [{ witnessKeys: ['0'.repeat(64)] }, 'witnessKeys[0] is no private key: 0, or not below the order of the curve.'],
  [{ witnessKeys: [one, 'f'.repeat(64)] }, 'witnessKeys[1] is no private key: 0, or not below the order of the curve.'],
  [
    { mining: { mode: 'interval', interval: Number.POSITIVE_INFINITY } },
    'mining.interval is Infinity, not milliseconds from 1 to 2147483647.',
  ],
])('options %j', (options, message) => {
  expect(messageOf(() => createMockNode(untyped<MockNodeOptions>(options)))).toBe(`INVALID_CONFIG ${message}`);
});

const node = createMockNode();
const contract = node.accounts[0]!.address;

test.each<[object, string]>([
  [{}, 'fault.kind is undefined, not one of status, html, empty, '],
  [{ fault: { kind: 'earthquake' } }, 'fault.kind is earthquake, not one of status, html, empty, '],
  [{ fault: { kind: 'status', status: 20 } }, 'fault.status is 20, must be an integer from 200 to 599.'],
  [{ fault: { kind: 'status' } }, 'fault.status is undefined, must be an integer from 200 to 599.'],
  [{ fault: { kind: 'truncated', share: 2 } }, 'fault.share is 2, must be from 0 to 1.'],
  [{ fault: { kind: 'empty' }, path: 'wallet/getaccount' }, 'path is wallet/getaccount, must begin with /.'],
])('a fault rule %j', (rule, message) => {
  expect(messageOf(() => node.faults.add(untyped<FaultRule>(rule)))).toContain(`INVALID_ARGUMENT ${message}`);
});

test.each<[object, string]>([
  [{ contract, result: 'zz' }, 'result is not bytes in hexadecimal digits.'],
  [{ contract, energyUsed: 5 }, 'energyUsed is 5, not a bigint from 0 to 9223372036854775807.'],
  [{ contract, energyRequired: -5n }, 'energyRequired is -5, not a bigint from 0 to 9223372036854775807.'],
])('a script, case %#', (script, message) => {
  expect(messageOf(() => node.scripts.add(untyped<CallScript>(script)))).toBe(`INVALID_ARGUMENT ${message}`);
});

test.each<[object, string]>([
  [{ port: 70_000 }, 'port is 70000, must be an integer from 0 to 65535.'],
  [{ port: '80' }, 'port is 80, must be an integer from 0 to 65535.'],
  [{ host: '' }, 'host is empty, must be an address to listen on.'],
  [{ hosts: 'node.test' }, 'hosts is node.test, must be a list of names.'],
  [{ cors: 'https://page.test' }, "cors is https://page.test, must be '*' or a list of origins."],
])('served with %j', async (options, message) => {
  const error: unknown = await serve(node, untyped<ServeOptions>(options)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isMockNodeError(error, 'INVALID_ARGUMENT') && error.message).toBe(message);
});

test('methods may be taken from the node and passed around', () => {
  const { now, mine, advanceTime } = createMockNode();
  const start = now();
  mine();
  advanceTime(60_000);
  expect(now()).toBeGreaterThanOrEqual(start + 60_000);
});

test('the clock starts on the day the package first appeared', () => {
  const start = Date.parse('2026-11-21T03:29:45Z');
  const { now } = createMockNode();
  expect(now()).toBeGreaterThanOrEqual(start);
  expect(now()).toBeLessThan(start + 60_000);
});
