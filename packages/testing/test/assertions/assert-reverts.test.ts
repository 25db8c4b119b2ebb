import { describe, expect, test } from 'vitest';
import { assertRevertsWith, type ExpectedRevert } from '../../src/index.ts';
import { clientError, messageOf } from '../support/assertion-message.ts';
import { callConstant, infoOf, LOOPER, nodeWithContracts, REVERTER, send } from '../support/calling-contracts.ts';

const word = (value: number): string => value.toString(16).padStart(64, '0');
const bytes = (text: string): string => Buffer.from(text).toString('hex').padEnd(64, '0');

const node = nodeWithContracts();
const abi = [{ type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] }];
const pair = { type: 'error', name: 'Pair', inputs: ['a', 'b'].map((name) => ({ name, type: 'uint256' })) };
const revertMessage = (subject: unknown, expected?: ExpectedRevert) =>
  messageOf(() => assertRevertsWith(subject, expected));

/** Creation code that reverts with the bytes after it. */
const revertingCode = (data: string): string => `60${(data.length / 2).toString(16)}80600b6000396000fd${data}`;

/** Every form in which a revert with some data, which a client reads as a reason, may be given. */
const forms: readonly [string, (data: string, reason: string) => unknown][] = [
  ['the info of a transaction', async (data) => infoOf(node, await send(node, REVERTER, data))],
  ['the answer to a constant call', (data) => callConstant(node, REVERTER, data)],
  ['an id and a node', async (data) => ({ node, txID: await send(node, REVERTER, data) })],
  [
    'the result of a call by the node',
    (data) => node.invoke({ owner: node.accounts[0].address, contract: REVERTER, data }),
  ],
  ['a deployment that throws', (data) => () => node.deploy({ bytecode: revertingCode(data) })],
  [
    'a client’s info',
    (data, reason) => ({
      txID: '',
      succeeded: false,
      result: 'REVERT',
      reason,
      fee: 1n,
      receipt: { energyTotal: 5n },
      contractResult: data,
      logs: [],
    }),
  ],
  ['a client’s error of a call', (data, reason) => clientError('CALL_REVERTED', { reason, data })],
  [
    'a client’s error of a planner',
    (data, reason) =>
      clientError('CALLBACK_FAILED', { callback: 'planner.plan' }, clientError('CALL_REVERTED', { reason, data })),
  ],
  ['a client’s error of a transaction', (_, reason) => clientError('TRANSACTION_FAILED', { result: 'REVERT', reason })],
];

describe('the contract that reverts', () => {
  /** Passes its input on to the reverting contract, and its revert to its caller. */
  const FORWARDER = `41${'c3'.repeat(20)}`;
  node.placeContract({
    address: FORWARDER,
    code: `36600060003760006000366000600073${'c0'.repeat(20)}5af13d600060003e3d6000fd`,
  });
  const data = `c818d59a${word(5)}`;
  const subjects = [
    ['a call by the node', () => node.invoke({ owner: node.accounts[0].address, contract: FORWARDER, data })],
    ['an id and a node', async () => ({ node, txID: await send(node, FORWARDER, data) })],
  ] as const;

  test.each(subjects)('is compared for %s', async (_, subject) => {
    const expected = { error: 'Short', abi, args: [5n] } as const;
    await assertRevertsWith(subject, { ...expected, contract: REVERTER });
    expect(await revertMessage(subject, { ...expected, contract: FORWARDER })).toMatch(
      /^Expected the contract to revert with Short\(5\) of T\w{33}, but it reverted with Short\(5\) of T\w{33}\.$/,
    );
  });

  test('cannot be compared for a node’s answer, which does not tell', async () => {
    const info = await infoOf(node, await send(node, FORWARDER, data));
    await expect(assertRevertsWith(info, { error: 'Short', abi, contract: REVERTER })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'subject' },
    });
  });
});

/** Data, the reason that a client reads, what matches it, what does not, and what that message begins with. */
const reverts: readonly [string, string, string, ExpectedRevert, ExpectedRevert, string][] = [
  [
    'a text',
    `08c379a0${word(32)}${word(8)}${bytes('no funds')}`,
    'no funds',
    'no funds',
    'funds',
    'with "funds", but it reverted with "no funds".',
  ],
  [
    'a panic',
    `4e487b71${word(0x11)}`,
    'panic 0x11: arithmetic overflow or underflow',
    { panic: 0x11 },
    { panic: 0x12n },
    'with Panic(0x12), but it reverted with ',
  ],
  [
    'an error of an ABI',
    `c818d59a${word(5)}`,
    'Short(5)',
    { error: 'Short', abi, args: [5n] },
    { error: 'Short', abi, args: { by: 6 } },
    'with Short(6), but it reverted with ',
  ],
  [
    'an error with any value in place of one',
    `2d3b57de${word(5)}${word(6)}`,
    'Pair(5, 6)',
    { error: 'Pair', abi: [pair], args: [undefined, 6n] },
    { error: 'Pair', abi: [pair], args: [undefined, 5n] },
    'with Pair(any, 5), but it reverted with ',
  ],
  [
    'an error with one value by name',
    `2d3b57de${word(5)}${word(6)}`,
    'Pair(5, 6)',
    { error: 'Pair', abi: [pair], args: { b: 6n } },
    { error: 'Pair', abi: [pair], args: { b: 5n } },
    'with Pair(5), but it reverted with ',
  ],
  [
    'an error of a signature',
    `c818d59a${word(5)}`,
    `0xc818d59a${word(5)}`,
    { error: 'Short(uint256 by)' },
    { error: 'Long(uint256)' },
    'with Long, but it reverted with ',
  ],
];

describe.each(forms)('a revert of %s', (_, form) => {
  test.each(reverts)(
    'with %s matches that reason and no other',
    async (_title, data, reason, right, wrong, message) => {
      expect(await revertMessage(form(data, reason), right)).toBeUndefined();
      expect(await revertMessage(form(data, reason))).toBeUndefined();
      expect(await revertMessage(form(data, reason), wrong)).toContain(`Expected the contract to revert ${message}`);
    },
  );
});

test('shows data as an error of the ABI if it has one', async () => {
  const subject = callConstant(node, REVERTER, `c818d59a${word(5)}`);
  expect(await revertMessage(subject, { error: 'Short', abi, args: [6] })).toBe(
    'Expected the contract to revert with Short(6), but it reverted with Short(5).',
  );
  expect(await revertMessage(callConstant(node, REVERTER, ''), 'no')).toBe(
    'Expected the contract to revert with "no", but it reverted with no reason given.',
  );
});

test('a success and other failures are not reverts', async () => {
  expect(await revertMessage(node.deploy({ bytecode: '00' }), 'no')).toBe(
    'Expected the contract to revert with "no", but it succeeded.',
  );
  expect(await revertMessage(async () => 'any value')).toBe('Expected the contract to revert, but it succeeded.');
  const info = await infoOf(node, await send(node, LOOPER, ''));
  expect(await revertMessage(info)).toMatch(
    /^Expected the contract to revert, but it failed with OUT_OF_ENERGY: Not enough energy for/,
  );
  expect(await revertMessage(clientError('CALL_FAILED', { result: 'OUT_OF_TIME', nodeMessage: 'late' }))).toBe(
    'Expected the contract to revert, but it failed with OUT_OF_TIME: late.',
  );
});

test('a failed assertion has the properties that test runners show', async () => {
  const error: unknown = await assertRevertsWith(callConstant(node, REVERTER, ''), { panic: 1 }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({
    name: 'AssertionError',
    code: 'ERR_ASSERTION',
    expected: 'Panic(0x01)',
    actual: 'no reason given',
    operator: 'assertRevertsWith',
    generatedMessage: false,
  });
});

test("rethrows errors that do not describe a contract's outcome", async () => {
  const error = new TypeError('x is not a function');
  await expect(assertRevertsWith(Promise.reject(error))).rejects.toBe(error);
  const timeout = clientError('TIMEOUT', { path: '/wallet/getaccount', timeoutMs: 5_000 });
  await expect(assertRevertsWith(timeout)).rejects.toMatchObject({ code: 'TIMEOUT' });
});

const short = () => callConstant(node, REVERTER, `c818d59a${word(5)}`);
const success = { result: { result: true } };

test.each<[string, unknown, ExpectedRevert | undefined, RegExp]>([
  [
    'an empty answer',
    {},
    undefined,
    /^Invalid subject "an empty answer": it must be a transaction in a block\. Mine one first\./,
  ],
  ['a promise of an empty answer', Promise.resolve({}), undefined, /^Invalid subject "an empty answer"/],
  ['a number', 5, undefined, /^Invalid subject ".*": it must be a transaction info, an answer/],
  ['nothing', undefined, undefined, /^Invalid subject ".*": it must be a transaction info, an answer/],
  [
    'an id that is in no block',
    { node, txID: '00'.repeat(32) },
    undefined,
    /^Invalid txID "0{64}": it must be the id of a transaction in a block/,
  ],
  ['a negative panic', success, { panic: -1 }, /^Invalid panic ".*": it must be the code of a panic/],
  [
    'a name without an ABI',
    success,
    { error: 'Short' },
    /^Invalid error ".*": it must be a signature, or a name in the abi/,
  ],
  ['a signature with a gap', success, { error: 'Short(uint256, )' }, /^Invalid error ".*": it must be a signature/],
  [
    'an unknown member',
    success,
    { panic: 1, panics: 1 } as never,
    /^Unknown option "expected\.panics"\. Did you mean panic\?/,
  ],
  ['too few arguments', short, { error: 'Short', abi, args: [] }, /^Invalid args ".*": it must be a list of 1 values/],
  [
    'an argument of another type',
    short,
    { error: 'Short', abi, args: ['x'] },
    /^Invalid args\[0\] ".*": it must be a value of uint256/,
  ],
  [
    'an unknown argument',
    short,
    { error: 'Short', abi, args: { to: 1 } },
    /^Unknown option "args\.to"\. Use one of by\./,
  ],
  [
    'an overloaded name',
    success,
    { error: 'Short', abi: [...abi, { type: 'error', name: 'Short' }] },
    /^Invalid error "Short": it must be one of the overloads Short\(uint256\), Short\(\)/,
  ],
])('%s is rejected', async (_, subject, expected, message) => {
  await expect(assertRevertsWith(subject, expected)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    message: expect.stringMatching(message),
  });
});
