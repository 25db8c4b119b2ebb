import { describe, expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { callRpc, ethAddress, rpcResult } from '../support/json-rpc.ts';

/** Returns slot 0, its balance, and the first word of its input. */
const READER = {
  address: `41${'c1'.repeat(20)}`,
  code: '6000546000524760205260003560405260606000f3',
} as const;
const reader = `0x${'c1'.repeat(20)}`;
const nobody = `0x${'d2'.repeat(20)}`;
const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');

const node = createMockNode({ ethereumTools: 'hardhat', contracts: [READER] });
const from = ethAddress(node.accounts[0]?.address ?? '');
const chainId = await rpcResult<string>(node, 'eth_chainId');

/** What tools add to a call, by field: values that they send, and values that are wrong. */
const fields: Readonly<Record<string, { readonly sent: readonly unknown[]; readonly wrong: readonly unknown[] }>> = {
  from: { sent: [from, nobody, null], wrong: ['0x12', 5, '', {}] },
  to: { sent: [reader], wrong: ['0x12', `${reader}00`, [], true] },
  value: { sent: ['0x0', null], wrong: ['0x', '-1', '0x8000000000000000', {}, 1.5] },
  data: { sent: [`0x${word(7)}`], wrong: ['0x1', 'zz', 7] },
  input: { sent: [`0x${word(7)}`], wrong: ['0x1', `0x${word(8)}`, []] },
  gas: { sent: ['0xffffffff', 4_000_000, null], wrong: ['much', -1, []] },
  gasPrice: { sent: ['0x64', null], wrong: ['0xg', {}] },
  maxFeePerGas: { sent: ['0x64'], wrong: ['x', []] },
  maxPriorityFeePerGas: { sent: ['0x0'], wrong: [true] },
  maxFeePerBlobGas: { sent: ['0x1'], wrong: [false] },
  nonce: { sent: ['0x5', 5, null], wrong: ['five', -1] },
  type: { sent: ['0x0', '0x2', 2], wrong: ['eip1559', {}] },
  chainId: { sent: [chainId, Number(chainId), null], wrong: ['0x1', 31_337] },
  accessList: { sent: [[], [{ address: reader, storageKeys: [`0x${word(0)}`] }], null], wrong: ['0x', {}] },
  authorizationList: { sent: [[]], wrong: [[{ address: reader }], {}] },
  blobVersionedHashes: { sent: [[]], wrong: [[`0x${word(1)}`]] },
  feeCurrency: { sent: [null, 'any'], wrong: [] },
};

describe.each(['eth_call', 'eth_estimateGas', 'eth_sendTransaction'])('%s', (method) => {
  const base = { from, to: reader, data: `0x${word(7)}` };
  test.each(Object.entries(fields))('accepts or names %s', async (field, { sent, wrong }) => {
    const { data: _, ...withoutData } = base;
    const call = field === 'input' ? withoutData : base;
    for (const value of sent) {
      if (method === 'eth_sendTransaction' && field === 'from' && value !== from) continue;
      const expected = method === 'eth_call' ? `0x${word(0)}${word(0)}${word(7)}` : /^0x[0-9a-f]+$/;
      expect(await rpcResult(node, method, [{ ...call, [field]: value }])).toEqual(
        typeof expected === 'string' ? expected : expect.stringMatching(expected),
      );
    }
    for (const value of wrong) {
      const { error } = await callRpc(node, method, [{ ...base, [field]: value }]);
      expect(error).toEqual({ code: -32_602, message: expect.stringMatching(`^${field}\\b`) });
    }
  });
});

test('a call names its block by tag, number or id, or by nothing', async () => {
  const call = { to: reader, data: `0x${word(7)}` };
  const { number, hash } = await rpcResult<{ number: string; hash: string }>(node, 'eth_getBlockByNumber', [
    'latest',
    false,
  ]);
  const blocks = [undefined, null, 'latest', 'pending', number, { blockNumber: number }, { blockHash: hash }];
  for (const method of ['eth_call', 'eth_estimateGas']) {
    const results = await Promise.all(
      blocks.map((block) => rpcResult(node, method, block === undefined ? [call] : [call, block])),
    );
    expect(new Set(results).size).toBe(1);
    for (const block of ['0x0', 'earliest', { blockNumber: '0x0' }, `0x${word(3)}`, 'yesterday', true, {}])
      expect((await callRpc(node, method, [call, block])).error).toMatchObject({
        code: -32_602,
        message: expect.stringMatching(/^(the )?block must be/),
      });
  }
  expect(await rpcResult(node, 'eth_getBalance', [from])).toBe(
    await rpcResult(node, 'eth_getBalance', [from, 'pending']),
  );
  expect(await rpcResult(node, 'eth_getStorageAt', [reader, '0x0'])).toBe(`0x${word(0)}`);
  expect(await rpcResult(node, 'eth_getBlockByNumber', ['safe', false])).toEqual(
    await rpcResult(node, 'eth_getBlockByNumber', ['finalized', false]),
  );
  expect(await rpcResult(node, 'eth_getLogs', [{ fromBlock: 'earliest', toBlock: 'pending' }])).toEqual([]);
});

test('reads the states before the latest blocks with transactions', async () => {
  // Adds its argument to slot 0 and returns the sum.
  const code = '6000356000540160005560005460005260206000f3';
  const own = createMockNode({ ethereumTools: 'hardhat', contracts: [{ ...READER, code }] });
  const [{ address }] = own.accounts;
  const payer = ethAddress(address);
  const seen: { readonly number: string; readonly hash: string; readonly values: unknown }[] = [];
  const read = (block: unknown) =>
    Promise.all([
      rpcResult(own, 'eth_call', [{ to: reader, data: `0x${word(0)}` }, block]),
      rpcResult(own, 'eth_getStorageAt', [reader, '0x0', block]),
      rpcResult(own, 'eth_getBalance', [payer, block]),
      rpcResult(own, 'eth_getCode', [reader, block]),
    ]);
  for (const amount of [3, 5, 9]) {
    if (amount === 9) own.mine(2);
    const { number, hash } = await rpcResult<{ number: string; hash: string }>(own, 'eth_getBlockByNumber', [
      'latest',
      false,
    ]);
    seen.push({ number, hash, values: await read('latest') });
    await rpcResult(own, 'eth_sendTransaction', [{ from: payer, to: reader, data: `0x${word(amount)}` }]);
  }
  for (const { number, hash, values } of seen)
    for (const block of [number, hash, { blockNumber: number }, { blockHash: hash }])
      expect(await read(block)).toEqual(values);
  // Of two empty blocks, only the state after the last is kept.
  const between = `0x${(Number(seen[2]?.number) - 1).toString(16)}`;
  expect((await callRpc(own, 'eth_getBalance', [payer, between])).error?.message).toMatch(
    /^the block must be the head/,
  );
});

test('runs pending calls and estimates in the next block', async () => {
  // Returns NUMBER and TIMESTAMP; the other one reverts before the time of its argument.
  const clock = { address: `41${'c2'.repeat(20)}`, code: '436000524260205260406000f3' } as const;
  const gate = { address: `41${'c3'.repeat(20)}`, code: '6000354210600957005b60006000fd' } as const;
  const own = createMockNode({ ethereumTools: 'hardhat', contracts: [clock, gate] });
  const [{ address }] = own.accounts;
  const payer = ethAddress(address);
  let time = Number((await rpcResult<{ timestamp: string }>(own, 'eth_getBlockByNumber', ['latest', false])).timestamp);
  for (const step of [3, 600, 3, 86_400]) {
    time += step;
    if (step > 3) await rpcResult(own, 'evm_setNextBlockTimestamp', [time]);
    const passes = { from: payer, to: `0x${'c3'.repeat(20)}`, data: `0x${word(time)}` };
    for (const block of [[], ['pending']])
      expect(await rpcResult(own, 'eth_estimateGas', [passes, ...block])).toMatch(/^0x/);
    const late = { ...passes, data: `0x${word(time + 1)}` };
    expect((await callRpc(own, 'eth_estimateGas', [late])).error?.code).toBe(3);
    expect((await callRpc(own, 'eth_estimateGas', [passes, 'latest'])).error?.code).toBe(3);
    const seen = await rpcResult(own, 'eth_call', [{ to: `0x${'c2'.repeat(20)}` }, 'pending']);
    const hash = await rpcResult(own, 'eth_sendTransaction', [passes]);
    const { blockNumber, status } = await rpcResult<{ blockNumber: string; status: string }>(
      own,
      'eth_getTransactionReceipt',
      [hash],
    );
    expect([status, seen]).toEqual(['0x1', `0x${word(Number(blockNumber))}${word(time)}`]);
  }
});

test('shows a pending transaction without a block', async () => {
  const own = createMockNode({ ethereumTools: 'anvil' });
  const [{ address }] = own.accounts;
  await rpcResult(own, 'evm_setAutomine', [false]);
  const sent = { from: ethAddress(address), to: nobody, value: '0x5' };
  const hash = await rpcResult(own, 'eth_sendTransaction', [sent]);
  const pending = { ...sent, hash, gasPrice: '0x64', blockHash: null, blockNumber: null, transactionIndex: null };
  expect(await rpcResult(own, 'eth_getTransactionByHash', [hash])).toMatchObject(pending);
  await rpcResult(own, 'evm_mine');
  const { blockNumber } = await rpcResult<{ blockNumber: string }>(own, 'eth_getTransactionByHash', [hash]);
  expect(blockNumber).toBe(await rpcResult(own, 'eth_blockNumber'));
});

describe('state overrides', () => {
  const call = (to: string, overrides: unknown) =>
    callRpc(node, 'eth_call', [{ to, data: `0x${word(7)}` }, 'latest', overrides]);

  test('replace balance, code and storage for one call', async () => {
    const before = node.dump();
    const slot = { [`0x${word(0)}`]: `0x${word(9)}` };
    for (const storage of [{ stateDiff: slot }, { state: slot }, { stateDiff: { '0x0': '0x9' } }])
      expect((await call(reader, { [reader]: { balance: '0x5', nonce: '0x1', ...storage } })).result).toBe(
        `0x${word(9)}${word(5)}${word(7)}`,
      );
    const code = `0x${READER.code}`;
    expect((await call(nobody, { [nobody]: { code, stateDiff: slot } })).result).toBe(
      `0x${word(9)}${word(0)}${word(7)}`,
    );
    expect(node.dump()).toBe(before);
  });

  test('clear the storage that they replace', async () => {
    const own = createMockNode({ ethereumTools: 'anvil', contracts: [{ ...READER, storage: { [word(0)]: word(4) } }] });
    const read = (overrides: object) =>
      rpcResult<string>(own, 'eth_call', [{ to: reader }, 'latest', { [reader]: overrides }]);
    expect((await read({})).slice(0, 66)).toBe(`0x${word(4)}`);
    expect((await read({ stateDiff: { '0x1': '0x1' } })).slice(0, 66)).toBe(`0x${word(4)}`);
    expect((await read({ state: { '0x1': '0x1' } })).slice(0, 66)).toBe(`0x${word(0)}`);
  });

  test.each([
    [{ '0x12': {} }, /^the address of a state override must be an address/],
    [[], /^the state override must be an object/],
    [{ [reader]: { balance: '0x8000000000000000' } }, /^balance must be at most 9223372036854775807 small units/],
    [{ [reader]: { code: '0x1' } }, /^code must be bytes/],
    [{ [reader]: { stateDiff: { '0xg': '0x1' } } }, /^slot must be an integer/],
    [{ [reader]: { stateDiff: { '0x1': 'x' } } }, /^the value of slot 0x1 must be an integer/],
    [{ [reader]: { movePrecompileToAddress: nobody } }, /^movePrecompileToAddress is no state override/],
  ])('%j is rejected by name', async (overrides, message) => {
    expect((await call(reader, overrides)).error).toMatchObject({
      code: -32_602,
      message: expect.stringMatching(message),
    });
  });
});

test('a call of an account returns nothing, and creation code what it deploys', async () => {
  expect(await rpcResult(node, 'eth_call', [{ from, to: nobody, value: '0x1' }])).toBe('0x');
  expect(await rpcResult(node, 'eth_call', [{ data: '0x602a60005260206000f3' }])).toBe(`0x${word(42)}`);
  expect(await rpcResult(node, 'eth_estimateGas', [{ from, to: nobody, value: '0x1' }, 'latest'])).toBe('0x0');
  expect((await callRpc(node, 'eth_estimateGas', [{ from: nobody, to: from, value: '0x1' }])).error?.code).toBe(
    -32_600,
  );
});

test('a parameter that a real node takes for bad JSON is named', async () => {
  for (const [method, params, name] of [
    ['eth_getLogs', [{ topics: {}, limit: 5 }], 'limit of eth_getLogs'],
    ['eth_newFilter', [{ fromBlock: {} }], 'fromBlock of eth_newFilter'],
    ['eth_getTransactionByHash', [{}], 'a parameter of eth_getTransactionByHash'],
  ] as const)
    expect((await callRpc(node, method, params)).error).toMatchObject({
      code: -32_602,
      message: `${name} is unknown or has the wrong type`,
    });
});

test('fees are those of a chain with one price', async () => {
  expect(await rpcResult(node, 'eth_maxPriorityFeePerGas')).toBe(await rpcResult(node, 'eth_gasPrice'));
  expect(await rpcResult(node, 'eth_feeHistory', ['0x2', 'latest', [25, 75]])).toMatchObject({
    baseFeePerGas: ['0x0', '0x0', '0x0'],
    gasUsedRatio: [0, 0],
    reward: [
      ['0x64', '0x64'],
      ['0x64', '0x64'],
    ],
  });
});
