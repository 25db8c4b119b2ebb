import { isRpcError, triggerConstantContract, type Abi, type ContractCall } from '@coin/rpc';
import { decodeError, decodeLogs, decodeResult, encodeCall, encodeDeploy, revertReason } from '@coin/rpc/abi';
import { toAddress, toEvmAddress } from '@coin/rpc/address';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { encodeErrorResult, encodeEventTopics, type Abi as ViemAbi, type Hex } from 'viem';
import { expect, test } from 'vitest';
import { encodedByViem, parameters, valueOf } from '../support/abi-values.ts';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { recordedAbi as abi } from '../support/recorded-abi.ts';
import { recorded } from '../support/recordings.ts';

const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const word = (value: bigint | number): string => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0');
const wordOf = (address: string): string => toEvmAddress(address).slice(2).padStart(64, '0');
const hex = (text: string): string => Buffer.from(text).toString('hex');

interface RecordedCall {
  owner_address: string;
  contract_address: string;
  function_selector: string;
  parameter: string;
}
const requestOf = (id: string): RecordedCall => JSON.parse(recorded(`energy.call.${id}`).body ?? '');

/** The recorded call again, encoded here: its request is what was recorded. */
async function callAgain(id: string, call: Pick<ContractCall, 'functionSelector' | 'parameter'>) {
  const { owner_address, contract_address, function_selector, parameter } = requestOf(id);
  expect(call).toEqual({ functionSelector: function_selector, parameter });
  const { client } = clientWithAnswers(`energy.call.${id}`);
  return triggerConstantContract(client, {
    owner: owner_address,
    contract: contract_address,
    ...call,
  } as ContractCall);
}

const revertDataOf = async (id: string, call: Pick<ContractCall, 'functionSelector' | 'parameter'>) =>
  callAgain(id, call).then(
    () => '',
    (error: unknown) => (isRpcError(error, 'CALL_REVERTED') ? error.context.data : ''),
  );

test('recorded calls are encoded as they were sent, and their results decoded', async () => {
  const added = await callAgain('add-1000', encodeCall({ abi, functionName: 'addLoop', args: [1000n] }));
  expect(decodeResult({ abi, functionName: 'addLoop', data: added.constantResult })).toBe(
    BigInt(`0x${added.constantResult}`),
  );
  const made = await callAgain('make', encodeCall({ abi, functionName: 'make', args: [9n] }));
  expect(decodeResult({ abi, functionName: 'make', data: made.constantResult })).toBe(
    toAddress('41e353af2e8fd7c43a9239ce81fa9ebaf1e8cc463d'),
  );
  const hashed = await callAgain(
    'precompiles',
    encodeCall({ abi, functionName: 'precompiles', args: [`0x${hex('some data to hash')}`] }),
  );
  expect(decodeResult({ abi, functionName: 'precompiles', data: hashed.constantResult })).toEqual([
    toAddress('4198d88070d12238d741f37c6380fc950ddb0a9db2'),
    '0x6a2da20943931e9834fc12cfe5bb47bbd9ae43489a30726962b576f4e3993e50',
    '0x6c9215e7410fd4d886d089cc28d8ce949ec35637',
    `0x${hex('some data to hash').padEnd(64, '0')}`,
  ]);
  const tried = await callAgain('try-fail-none', encodeCall({ abi, functionName: 'tryFail' }));
  expect(decodeResult({ abi, functionName: 'tryFail', data: tried.constantResult })).toEqual([true, '0x']);
  const toggled = await callAgain('toggle', encodeCall({ abi, functionName: 'toggle', args: [] }));
  expect(decodeResult({ abi, functionName: 'toggle', data: toggled.constantResult })).toBeUndefined();
});

test('the logs of recorded calls are decoded', async () => {
  const { owner_address } = requestOf('transfer-existing');
  const { constantResult, logs } = await callAgain(
    'transfer-existing',
    encodeCall({ abi, functionName: 'transfer', args: [owner_address, 1n] }),
  );
  expect(decodeResult({ abi, functionName: 'transfer', data: constantResult })).toBe(true);
  const owner = toAddress(owner_address);
  const [transfer] = logs;
  expect(decodeLogs({ abi, logs })).toEqual([
    { ...transfer, eventName: 'Transfer', args: { from: owner, to: owner, value: 1n } },
  ]);
  const note = `0x${hex('a note of some length, more than a word of it')}`;
  const noted = await callAgain('note', encodeCall({ abi, functionName: 'note', args: [1n, note as `0x${string}`] }));
  expect(decodeLogs({ abi, logs: noted.logs })).toMatchObject([{ eventName: 'Note', args: { id: 1n, data: note } }]);
  const made = await callAgain('make', encodeCall({ abi, functionName: 'make', args: [9n] }));
  expect(decodeLogs({ abi, logs: made.logs })).toMatchObject([
    { eventName: 'Made', args: { at: toAddress('41e353af2e8fd7c43a9239ce81fa9ebaf1e8cc463d') } },
  ]);
});

test('the errors of recorded calls are decoded', async () => {
  const poor = await revertDataOf('transfer-poor', encodeCall({ abi, functionName: 'transfer', args: [TO, 1n] }));
  expect(decodeError({ abi, data: poor })).toEqual({ errorName: 'Insufficient', args: [0n, 1n] });
  const custom = await revertDataOf('fail-custom', encodeCall({ abi, functionName: 'failCustom', args: [42n] }));
  expect(decodeError({ abi, data: custom })).toEqual({ errorName: 'Custom', args: [42n, 'custom'] });
  const text = await revertDataOf('fail', encodeCall({ abi, functionName: 'fail', args: ['because'] }));
  expect(decodeError({ abi, data: text })).toEqual({ errorName: 'Error', args: ['because'] });
  const panic = await revertDataOf('fail-assert', encodeCall({ abi, functionName: 'failAssert' }));
  expect(decodeError({ abi, data: `0x${panic.toUpperCase()}` })).toEqual({ errorName: 'Panic', args: [1n] });
});

test.each([
  ['no data', ''],
  ['three bytes', '08c379'],
  ['an error that the ABI lacks', `aabbccdd${word(5)}`],
  ['a text that is cut', `08c379a0${word(32)}${word(7)}${hex('because')}`],
  ['a panic without a code', '4e487b71'],
  ['a panic with data behind it', `4e487b71${word(1)}${word(2)}`],
])('%s is not an error', (_, data) => {
  expect(decodeError({ abi, data })).toBeUndefined();
});

test('an error of an ABI is the same to decodeError, to revertReason and to viem', () =>
  fc.assert(
    fc.property(
      parameters.chain((inputs) => fc.tuple(fc.constant(inputs), fc.tuple(...inputs.map(valueOf)))),
      ([inputs, values]) => {
        // Behind the other values: it is shown as it is only where revertReason knows how many words they take.
        const errorInputs = [...inputs, { name: 'last', type: 'uint256' }];
        const wrong: Abi = [{ type: 'error', name: 'Wrong', inputs: errorInputs }];
        const data = encodedByViem(errorInputs, [...values, 7n]);
        const selector = encodeErrorResult({ abi: wrong as ViemAbi, errorName: 'Wrong' }).slice(2, 10);
        expect(decodeError({ abi: wrong, data: selector + data })).toEqual({
          errorName: 'Wrong',
          args: [...values, 7n],
        });
        expect(revertReason(selector + data, wrong)).toMatch(/^Wrong\((?:[^]*, )?7\)$/);
      },
    ),
    { numRuns: scaled(100) },
  ));

const overloaded = [
  { type: 'function', name: 'f', inputs: [{ type: 'uint256' }], outputs: [{ type: 'uint256' }] },
  { type: 'function', name: 'f', inputs: [{ type: 'address' }], outputs: [{ type: 'address' }] },
  { type: 'function', name: 'f', inputs: [{ type: 'string' }], outputs: [{ type: 'string' }] },
  { type: 'function', name: 'f', inputs: [{ type: 'uint256' }, { type: 'uint256' }], outputs: [{ type: 'uint256' }] },
  { type: 'function', name: 'f', inputs: [{ type: 'uint256' }], outputs: [{ type: 'uint256' }] },
] as const satisfies Abi;

const read: Abi = overloaded;

test('the arguments choose among functions of one name', () => {
  const selectorOf = (...args: readonly unknown[]) =>
    encodeCall({ abi: read, functionName: 'f', args }).functionSelector;
  expect(selectorOf(5n)).toBe('f(uint256)');
  expect(selectorOf('text')).toBe('f(string)');
  expect(selectorOf(5n, 6n)).toBe('f(uint256,uint256)');
  expect(() => selectorOf(TO)).toThrow(
    'Invalid functionName "f": it must be one of the signatures f(address), f(string).',
  );
  expect(() => selectorOf(5n, 6)).toThrow(/^Invalid args\[1\] "6": it must be a bigint/);
  expect(() => selectorOf(true)).toThrow(
    'Invalid args "an array": it must be the arguments of one of f(uint256), f(address), f(string), f(uint256,uint256).',
  );
});

test('a signature names one of several functions, to encode and to decode', () => {
  expect(encodeCall({ abi: overloaded, functionName: 'f(address)', args: [TO] })).toEqual({
    functionSelector: 'f(address)',
    parameter: wordOf(TO),
  });
  expect(decodeResult({ abi: overloaded, functionName: 'f(address)', data: wordOf(TO) })).toBe(TO);
  expect(() => decodeResult({ abi: overloaded, functionName: 'f', data: wordOf(TO) })).toThrow(
    'Invalid functionName "f": it must be one of the signatures f(uint256), f(address), f(string), f(uint256,uint256).',
  );
});

test('rejects a function that the ABI lacks, and names its functions', () => {
  for (const functionName of ['g', 'f(bool)', 'Transfer', ''])
    expect(() => encodeCall({ abi: read, functionName, args: [] })).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        context: expect.objectContaining({ argument: 'functionName' }),
      }),
    );
  expect(() => encodeCall({ abi: read, functionName: 'g', args: [] })).toThrow(
    'Invalid functionName "g": it must be a function of the ABI: f(uint256), f(address), f(string), f(uint256,uint256).',
  );
});

test('encodes the arguments of a constructor, or none without a constructor', () => {
  const constructor = [
    { type: 'constructor', inputs: [{ type: 'address[]' }, { type: 'uint8' }], stateMutability: 'payable' },
  ] as const;
  expect(encodeDeploy({ abi: constructor, args: [[TO], 6] })).toEqual({
    parameter: [word(64), word(6), word(1), wordOf(TO)].join(''),
  });
  expect(encodeDeploy({ abi })).toEqual({ parameter: '' });
  expect(() => encodeDeploy({ abi: read, args: [1n] })).toThrow(/^Invalid args "an array": it must be a list of 0/);
});

test('a trcToken is hashed by its name and encoded as a number, in lists and tuples too', () => {
  const tokens = [
    {
      type: 'function',
      name: 'send',
      inputs: [
        { name: 'id', type: 'trcToken' },
        {
          name: 'parts',
          type: 'tuple[]',
          components: [
            { name: 'to', type: 'address' },
            { name: 'ids', type: 'trcToken[2]' },
          ],
        },
      ],
      outputs: [{ type: 'trcToken[]' }],
    },
  ] as const;
  expect(
    encodeCall({ abi: tokens, functionName: 'send', args: [1_000_001n, [{ to: TO, ids: [1_000_002n, 1_000_003n] }]] }),
  ).toEqual({
    functionSelector: 'send(trcToken,(address,trcToken[2])[])',
    parameter: [word(1_000_001), word(64), word(1), wordOf(TO), word(1_000_002), word(1_000_003)].join(''),
  });
  expect(decodeResult({ abi: tokens, functionName: 'send', data: word(32) + word(1) + word(1_000_001) })).toEqual([
    1_000_001n,
  ]);
});

test('an ABI as the chain stores it and as people write it is read', () => {
  const stored: Abi = [
    { type: 'Function', name: 'f', inputs: [{ type: 'uint' }, { type: 'int[]' }] },
    { type: 'Event', name: 'E', inputs: [{ type: 'uint' }] },
  ];
  expect(encodeCall({ abi: stored, functionName: 'f(uint256,int256[])', args: [1n, [-1n]] })).toEqual({
    functionSelector: 'f(uint256,int256[])',
    parameter: [word(1), word(64), word(1), word(-1)].join(''),
  });
  const topics = encodeEventTopics({ abi: [{ type: 'event', name: 'E', inputs: [{ type: 'uint256' }] }] }) as Hex[];
  expect(decodeLogs({ abi: stored, logs: [{ topics, data: `0x${word(5)}` }] })).toMatchObject([
    { eventName: 'E', args: [5n] },
  ]);
});

const [transferTopic = ''] = encodeEventTopics({ abi: [abi[10]] }) as Hex[];
const fungible = { topics: [transferTopic, word(1), word(2)], data: word(5) };

test.each<[string, { topics: string[]; data: string }]>([
  ['without topics', { topics: [], data: '' }],
  ['of another event', { ...fungible, topics: [word(9), word(1), word(2)] }],
  ['with a topic too few', { ...fungible, topics: [transferTopic, word(1)] }],
  ['with a topic too many', { ...fungible, topics: [transferTopic, word(1), word(2), word(3)] }],
  ['with a topic that is not an address', { ...fungible, topics: [transferTopic, word(1), word(2n ** 160n)] }],
  ['with a topic that is not a word', { ...fungible, topics: [transferTopic, word(1), '02'] }],
  ['with a topic that is not hex', { ...fungible, topics: [transferTopic, word(1), 'x'.repeat(64)] }],
  ['with a word of data too many', { ...fungible, data: word(5) + word(0) }],
  ['without data', { ...fungible, data: '' }],
])('a log %s stays unchanged, among others', (_, log) => {
  expect(decodeLogs({ abi, logs: [fungible, log, fungible] })).toEqual([
    expect.objectContaining({ eventName: 'Transfer' }),
    log,
    expect.objectContaining({ eventName: 'Transfer' }),
  ]);
});

test('distinguishes events of one signature by their indexed parameters', () => {
  const nft = { ...abi[10], inputs: abi[10].inputs.map((input) => ({ ...input, indexed: true })) };
  const topics = [...fungible.topics, word(5)];
  const read = decodeLogs({ abi: [abi[10], nft, abi[10]], logs: [fungible, { topics, data: '' }] });
  expect(read.map(({ args }) => args)).toEqual([
    { from: expect.any(String), to: expect.any(String), value: 5n },
    { from: expect.any(String), to: expect.any(String), value: 5n },
  ]);
});

test('a log that two events may have written stays unchanged', () => {
  const other = { ...abi[10], inputs: abi[10].inputs.map((input, i) => ({ ...input, indexed: i > 0 })) };
  expect(decodeLogs({ abi: [abi[10], other], logs: [fungible] })).toEqual([fungible]);
});

test('returns the hash of an indexed value that does not fit a topic', () => {
  const event = {
    type: 'event',
    name: 'E',
    inputs: [
      { name: 'text', type: 'string', indexed: true },
      { name: 'list', type: 'uint8[2]', indexed: true },
      { name: 'pair', type: 'tuple', components: [{ type: 'bool' }], indexed: true },
      { name: 'last', type: 'string' },
    ],
  } as const;
  const topics = encodeEventTopics({
    abi: [event] as const,
    eventName: 'E',
    args: { text: 'because' },
  }) as Hex[];
  const log = {
    topics: [topics[0] ?? '', topics[1] ?? '', word(7), word(8)],
    data: word(32) + word(2) + 'e282'.padEnd(64, '0'),
  };
  expect(decodeLogs({ abi: [event], logs: [log] })).toEqual([log]);
  const valid = { ...log, data: word(32) + word(3) + 'e282ac'.padEnd(64, '0') };
  expect(decodeLogs({ abi: [event], logs: [valid] })).toMatchObject([
    { eventName: 'E', args: { text: topics[1], list: `0x${word(7)}`, pair: `0x${word(8)}`, last: '€' } },
  ]);
});

test('recognizes an anonymous event if exactly one fits, and no event with a signature does', () => {
  const one = {
    type: 'event',
    name: 'One',
    anonymous: true,
    inputs: [
      { type: 'uint256', indexed: true },
      { type: 'bool', name: 'ok' },
    ],
  } as const;
  const log = { topics: [word(7)], data: word(1) };
  expect(decodeLogs({ abi: [one, ...abi], logs: [log] })).toEqual([{ ...log, eventName: 'One', args: [7n, true] }]);
  expect(decodeLogs({ abi: [one], logs: [{ ...log, data: word(2) }] })).toEqual([{ ...log, data: word(2) }]);
  expect(decodeLogs({ abi: [one, { ...one, name: 'Two' }], logs: [log] })).toEqual([log]);
  const four = { type: 'event', name: 'Four', anonymous: true, inputs: fourWords } as const;
  expect(decodeLogs({ abi: [four, ...abi], logs: [fungible] })).toMatchObject([{ eventName: 'Transfer' }]);
  expect(decodeLogs({ abi: [four], logs: [fungible] })).toMatchObject([{ eventName: 'Four' }]);
});
const fourWords = [
  { type: 'bytes32', indexed: true },
  { type: 'bytes32', indexed: true },
  { type: 'bytes32', indexed: true },
  { type: 'uint256' },
] as const;

test('an event that cannot be decoded does not keep others from it', () => {
  const stored: Abi = [{ type: 'event', name: 'Odd', inputs: [{ name: 'pair', type: 'tuple' }] }, ...abi];
  expect(decodeLogs({ abi: stored, logs: [fungible] })).toMatchObject([{ eventName: 'Transfer' }]);
});

test('keeps other fields of a log, and does not change the given logs', () => {
  const log = Object.freeze({ ...fungible, address: TO, removed: false });
  expect(decodeLogs({ abi, logs: Object.freeze([log]) })).toMatchObject([
    { address: TO, removed: false, eventName: 'Transfer' },
  ]);
});

test('returns the values of parameters as an object only if all names are distinct', () => {
  const decodeWith = (names: readonly string[]) => {
    const event = { type: 'event', name: 'E', anonymous: true, inputs: names.map((name) => ({ name, type: 'uint8' })) };
    const data = names.map((_, i) => word(i)).join('');
    return decodeLogs({ abi: [event], logs: [{ topics: [], data }] })[0]?.args;
  };
  expect(decodeWith([])).toEqual([]);
  expect(decodeWith(['a'])).toEqual({ a: 0 });
  expect(decodeWith(['a', 'b'])).toEqual({ a: 0, b: 1 });
  expect(decodeWith(['a', 'a'])).toEqual([0, 1]);
  expect(decodeWith(['a', ''])).toEqual([0, 1]);
});
