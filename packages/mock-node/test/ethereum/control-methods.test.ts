import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMockNode, type MockNode, type MockNodeOptions } from '../../src/index.ts';
import { callRpc, ethAddress, rpcResult } from '../support/json-rpc.ts';
import { post } from '../support/post.ts';

/** Reverts with its call data. Without call data, an invalid instruction ends it. */
const REVERTER = { address: `41${'c1'.repeat(20)}`, code: '3680600060003780600c57fe5b6000fd' } as const;
const reverter = `0x${'c1'.repeat(20)}`;
const other = `0x${'d2'.repeat(20)}`;

const open = (options: MockNodeOptions = {}): MockNode =>
  createMockNode({ ethereumTools: 'anvil', contracts: [REVERTER], ...options });

const blockNumber = async (node: MockNode): Promise<number> => Number(await rpcResult(node, 'eth_blockNumber'));

async function headSeconds(node: MockNode): Promise<number> {
  const block = await rpcResult<{ readonly timestamp: string }>(node, 'eth_getBlockByNumber', ['latest', false]);
  return Number(block.timestamp);
}

async function receipt(node: MockNode, hash: string): Promise<Readonly<Record<string, unknown>> | null> {
  return rpcResult(node, 'eth_getTransactionReceipt', [hash]);
}

test('without the option, JSON-RPC knows none of the methods and a revert has the node’s words', async () => {
  const node = createMockNode({ contracts: [REVERTER] });
  for (const method of [
    'evm_snapshot',
    'anvil_mine',
    'hardhat_setNonce',
    'eth_sendUnsignedTransaction',
    'txpool_status',
  ])
    expect(await callRpc(node, method)).toMatchObject({ error: { code: -32_601, message: 'method not found' } });
  expect(await rpcResult(node, 'web3_clientVersion')).toMatch(/^TRON\//);
  expect(await rpcResult(node, 'eth_accounts')).toEqual([]);
  const { error } = await callRpc(node, 'eth_call', [{ to: reverter, data: '0x01020304' }, 'latest']);
  expect(error).toEqual({ code: -32_000, message: 'REVERT opcode executed', data: '0x01020304' });
});

test('equal transactions of one millisecond are sent as two', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const node = open({ startTime: 'wall-clock', mining: { kind: 'manual' } });
  const sent = { from: ethAddress(node.accounts[0]?.address ?? ''), to: other, value: '0x1' };
  const ids = [
    await rpcResult(node, 'eth_sendTransaction', [sent]),
    await rpcResult(node, 'eth_sendTransaction', [sent]),
  ];
  node.mine();
  expect(new Set(ids).size).toBe(2);
  expect(await rpcResult(node, 'eth_getBalance', [other, 'latest'])).toBe('0x2');
});

test('sends the call data that is named data or input', async () => {
  const node = open();
  const from = ethAddress(node.accounts[0]?.address ?? '');
  for (const name of ['data', 'input']) {
    const txID = await rpcResult<string>(node, 'eth_sendTransaction', [{ from, to: reverter, [name]: '0x01020304' }]);
    const sent = await post(node, '/wallet/gettransactionbyid', { value: txID.slice(2) });
    expect(JSON.stringify(sent)).toContain('"data":"01020304"');
  }
});

test('pays for the energy in gas, up to the largest fee limit', async () => {
  const node = open();
  const from = ethAddress(node.accounts[0]?.address ?? '');
  const limitOf = async (gas: bigint): Promise<unknown> => {
    const sent = { from, to: reverter, data: '0x01020304', gas: `0x${gas.toString(16)}` };
    const txID = await rpcResult<string>(node, 'eth_sendTransaction', [sent]);
    const { raw_data } = (await post(node, '/wallet/gettransactionbyid', { value: txID.slice(2) })) as {
      readonly raw_data: { readonly fee_limit: number };
    };
    return raw_data.fee_limit;
  };
  // 100 small units for a unit of energy, and 15,000 coin at most.
  expect(await limitOf(50_000n)).toBe(5_000_000);
  expect(await limitOf(10n ** 12n)).toBe(15_000_000_000);
});

test('counts an increase of time from the head block where that is ahead of the clock', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const node = open({ startTime: 'wall-clock', mining: { kind: 'manual' } });
  await rpcResult(node, 'anvil_mine', ['0x64']);
  const before = await headSeconds(node);
  await rpcResult(node, 'evm_increaseTime', [60]);
  await rpcResult(node, 'evm_mine');
  expect(await headSeconds(node)).toBeGreaterThanOrEqual(before + 60);
});

describe('errors of calls', () => {
  test('have the data of a revert', async () => {
    const node = open();
    const word = (value: number): string => value.toString(16).padStart(64, '0');
    const reason = `08c379a0${word(32)}${word(2)}${'6e6f'.padEnd(64, '0')}`;
    for (const method of ['eth_call', 'eth_estimateGas'] as const) {
      const ask = (data: string) =>
        callRpc(node, method, [{ to: reverter, data }, ...(method === 'eth_call' ? ['latest'] : [])]);
      expect(await ask(`0x${reason}`)).toMatchObject({
        error: { code: 3, message: 'execution reverted: no', data: `0x${reason}` },
      });
      expect(await ask('0x01020304')).toMatchObject({
        error: { code: 3, message: 'execution reverted', data: '0x01020304' },
      });
    }
  });

  test('have no data of a revert if an instruction ends the call', async () => {
    for (const method of ['eth_call', 'eth_estimateGas'])
      expect((await callRpc(open(), method, [{ to: reverter, data: '0x' }])).error).toEqual({
        code: 3,
        message: 'Invalid operation code: opCode[fe];',
        data: '0x',
      });
  });
});

test.each<[number, string, readonly unknown[]]>([
  [-32_602, 'eth_getBalance', ['0x12']],
  [-32_602, 'eth_sendTransaction', [{ from: other, to: reverter }]],
  [-32_602, 'anvil_setBalance', [other, '0xffffffffffffffff']],
  [-32_602, 'eth_signTypedData_v4', [other, {}]],
  [-32_600, 'eth_call', [{ to: reverter, value: '0x1' }]],
  [-32_601, 'eth_getTransactionCount', [other]],
  [-32_000, 'eth_getFilterChanges', ['0x99']],
])(
  'an error %i that is not of a failed call has no data, which tools take for a revert: %s',
  async (code, method, params) => {
    const { error } = await callRpc(open(), method, params);
    expect(error).toEqual({ code, message: expect.any(String) });
  },
);

describe('snapshots', () => {
  test('restore the chain any number of times', async () => {
    const node = open();
    const id = await rpcResult(node, 'evm_snapshot');
    expect(id).toMatch(/^0x[0-9a-f]+$/);
    for (let round = 0; round < 2; round++) {
      await rpcResult(node, 'anvil_setBalance', [other, '0x5']);
      expect(await rpcResult(node, 'eth_getBalance', [other, 'latest'])).toBe('0x5');
      expect(await rpcResult(node, 'evm_revert', [id])).toBe(true);
      expect(await rpcResult(node, 'eth_getBalance', [other, 'latest'])).toBe('0x0');
    }
    expect(await rpcResult(node, 'evm_revert', ['0x99'])).toBe(false);
  });

  test('are distinguished beyond the ninth', async () => {
    const node = open();
    const ids: string[] = [];
    for (let balance = 1; balance <= 17; balance++) {
      node.setBalance(node.accounts[0]?.address ?? '', BigInt(balance));
      ids.push(await rpcResult(node, 'evm_snapshot'));
    }
    const [first] = node.accounts;
    for (const [index, id] of ids.entries()) {
      expect(await rpcResult(node, 'evm_revert', [id])).toBe(true);
      const balance = await rpcResult(node, 'eth_getBalance', [ethAddress(first?.address ?? ''), 'latest']);
      expect(Number(balance)).toBe(index + 1);
    }
  });

  test('reset returns to the first state, and rejects another network', async () => {
    const node = open();
    await rpcResult(node, 'hardhat_mine', ['0x5']);
    expect(await rpcResult(node, 'anvil_reset', [{ forking: { blockNumber: null } }])).toBe(true);
    expect(await blockNumber(node)).toBe(2);
    const { error } = await callRpc(node, 'anvil_reset', [{ forking: { jsonRpcUrl: 'http://live.example' } }]);
    expect(error?.message).toBe('a fork is chosen at the start, by --fork or forkMockNode');
  });

  test('a dump of the state loads into another node', async () => {
    const node = open();
    await rpcResult(node, 'anvil_setBalance', [other, 7]);
    const state = await rpcResult(node, 'anvil_dumpState');
    const next = open();
    expect(await rpcResult(next, 'anvil_loadState', [state])).toBe(true);
    expect(await rpcResult(next, 'eth_getBalance', [other, 'latest'])).toBe('0x7');
    expect((await callRpc(next, 'anvil_loadState', ['0x7b7d'])).error).toMatchObject({ code: -32_602 });
  });
});

describe('time', () => {
  test('increaseTime gives the next block a time at least that much later', async () => {
    const node = open();
    for (const seconds of [1, 3, 100, 86_400]) {
      const before = await headSeconds(node);
      expect(await rpcResult(node, 'evm_increaseTime', [`0x${seconds.toString(16)}`])).toBe(
        `0x${seconds.toString(16)}`,
      );
      await rpcResult(node, 'evm_mine');
      const passed = (await headSeconds(node)) - before;
      expect(passed).toBeGreaterThanOrEqual(seconds);
      // A maintenance skips two slots.
      expect(passed).toBeLessThan(seconds + 12);
    }
  });

  test('setNextBlockTimestamp rounds up to a slot, and rejects the past', async () => {
    const node = open();
    const head = await headSeconds(node);
    await rpcResult(node, 'evm_setNextBlockTimestamp', [head + 100]);
    await rpcResult(node, 'evm_mine');
    expect(await headSeconds(node)).toBe(head + 102);
    await rpcResult(node, 'evm_mine', [`0x${(head + 300).toString(16)}`]);
    expect(await headSeconds(node)).toBe(head + 300);
    const { error } = await callRpc(node, 'evm_setNextBlockTimestamp', [head + 300]);
    expect(error?.message).toBe(`timestamp must be above ${head + 300}, the time of the head block`);
  });

  test.each([
    ['anvil', 3 * 60, 86_400],
    ['hardhat', 3 + 2 * 60, 3],
  ] as const)('mine makes blocks at an interval, the first one as %s does', async (ethereumTools, three, one) => {
    const node = open({ ethereumTools });
    const [number, head] = [await blockNumber(node), await headSeconds(node)];
    expect(await rpcResult(node, `${ethereumTools}_mine`, ['0x3', '0x3c'])).toBe(true);
    expect(await blockNumber(node)).toBe(number + 3);
    expect(await headSeconds(node)).toBe(head + three);
    await rpcResult(node, `${ethereumTools}_mine`, ['0x1', '0x15180']);
    expect(await headSeconds(node)).toBe(head + three + one);
    expect(await rpcResult(node, 'evm_mine', [{ blocks: 2 }])).toBe('0x0');
    expect(await blockNumber(node)).toBe(number + 6);
  });

  test('mine makes more than 10,000 blocks', async () => {
    const node = open();
    const number = await blockNumber(node);
    await rpcResult(node, 'anvil_mine', ['0x2711']);
    expect(await blockNumber(node)).toBe(number + 10_001);
  });

  test('setTime advances the clock of the next block, and never sets it back', async () => {
    const node = open();
    const head = await headSeconds(node);
    for (const method of ['evm_setTime', 'anvil_setTime', 'anvil_increaseTime']) {
      const before = await headSeconds(node);
      const argument = method === 'anvil_increaseTime' ? 300 : before + 300;
      await rpcResult(node, method, [argument]);
      await rpcResult(node, 'evm_mine');
      expect((await headSeconds(node)) - before).toBeGreaterThanOrEqual(300);
    }
    expect((await callRpc(node, 'evm_setTime', [head])).error?.message).toMatch(/^timestamp must be at least \d+, /);
  });

  test('a time out of range is rejected with the limit in the unit of the parameter', async () => {
    const node = open();
    const message = async (method: string, ...params: readonly unknown[]) =>
      (await callRpc(node, method, params)).error?.message;
    const last = 253_402_214_391;
    for (const method of ['evm_setNextBlockTimestamp', 'evm_setTime', 'evm_mine'])
      expect(await message(method, last + 1)).toBe(`timestamp must be at most ${last}`);
    const left = last - Math.ceil(node.now() / 1000);
    for (const seconds of [left + 1, 10 ** 15, '0xfffffffffffffff'])
      expect(await message('evm_increaseTime', seconds)).toBe(`seconds must be at most ${left}`);
    expect(await message('anvil_mine', 2, left)).toBe(`interval must be at most ${Math.floor(left / 2)}`);
    expect(await message('anvil_mine', 1_000_001)).toBe('blocks must be at most 1000000');
    expect(await message('evm_setIntervalMining', 2_147_484)).toBe('interval must be at most 2147483');
    expect(await rpcResult(node, 'evm_increaseTime', [left])).toMatch(/^0x/);
    await rpcResult(node, 'evm_mine');
    expect(await headSeconds(node)).toBeGreaterThanOrEqual(last);
  });
});

describe('the pool', () => {
  test('a pending transaction can be dropped, once', async () => {
    const node = open();
    const [from, to] = (await rpcResult<string[]>(node, 'eth_accounts')) as [string, string];
    expect(await rpcResult(node, 'evm_setAutomine', [false])).toBe(true);
    expect(await rpcResult(node, 'anvil_getAutomine')).toBe(false);
    const send = (value: string) => rpcResult<string>(node, 'eth_sendTransaction', [{ from, to, value }]);
    const [dropped, kept] = [await send('0x1'), await send('0x2')];
    expect(await rpcResult(node, 'txpool_status')).toEqual({ pending: '0x2', queued: '0x0' });
    expect(await rpcResult(node, 'anvil_dropTransaction', [dropped])).toBe(true);
    expect(await rpcResult(node, 'anvil_dropTransaction', [dropped])).toBe(false);
    await rpcResult(node, 'evm_mine');
    expect([await receipt(node, dropped), (await receipt(node, kept))?.['status']]).toEqual([null, '0x1']);
    const [removed] = [await send('0x4'), await send('0x5')];
    await rpcResult(node, 'anvil_removePoolTransactions', [to]);
    expect(await rpcResult(node, 'txpool_status')).toEqual({ pending: '0x2', queued: '0x0' });
    await rpcResult(node, 'anvil_dropAllTransactions');
    expect(await rpcResult(node, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x0' });
    expect(await rpcResult(node, 'anvil_dropTransaction', [removed])).toBe(false);
    expect(await rpcResult(node, 'evm_setAutomine', [true])).toBe(true);
    expect((await receipt(node, await send('0x3')))?.['status']).toBe('0x1');
  });

  test.each([
    ['anvil', 30],
    ['hardhat', 30_000],
  ] as const)('counts intervals as %s does', async (ethereumTools, interval) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const node = open({ ethereumTools });
    await rpcResult(node, 'evm_setAutomine', [false]);
    await rpcResult(node, 'evm_setIntervalMining', [interval]);
    vi.advanceTimersByTime(29_999);
    expect(await blockNumber(node)).toBe(2);
    vi.advanceTimersByTime(1);
    expect(await blockNumber(node)).toBe(3);
    await rpcResult(node, 'evm_setIntervalMining', [0]);
    vi.advanceTimersByTime(60_000);
    expect([await blockNumber(node), await rpcResult(node, 'hardhat_getAutomine')]).toEqual([3, false]);
  });
});

describe('transactions', () => {
  test('deploy, call and transfer, from accounts that the node knows', async () => {
    const node = open();
    const [from] = (await rpcResult<string[]>(node, 'eth_accounts')) as [string];
    // Returns one byte of code: STOP.
    const creation = '0x600160005360016000f3';
    const deployed = await receipt(node, await rpcResult(node, 'eth_sendTransaction', [{ from, data: creation }]));
    expect(deployed).toMatchObject({ status: '0x1', contractAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/) });
    const to = deployed?.['contractAddress'];
    expect(await rpcResult(node, 'eth_getCode', [to, 'latest'])).toBe('0x01');
    await rpcResult(node, 'anvil_setCode', [to, '0x00']);
    const called = await rpcResult<string>(node, 'eth_sendTransaction', [{ from, to, input: '0x00', gas: '0x186a0' }]);
    expect(await receipt(node, called)).toMatchObject({ status: '0x1', to });
    const { error } = await callRpc(node, 'eth_sendTransaction', [{ from, to: other, value: '0xffffffffffffff' }]);
    expect(error?.message).toMatch(/balance is not sufficient/);
  });

  test('of other accounts need impersonation, which eth_sendUnsignedTransaction implies', async () => {
    const node = open();
    const [to] = (await rpcResult<string[]>(node, 'eth_accounts')) as [string];
    await rpcResult(node, 'anvil_setBalance', [other, 10_000_000]);
    const send = (method: string) =>
      callRpc(node, method, [{ from: other, to, value: '0x1', nonce: '0x0', type: '0x2' }]);
    expect((await send('eth_sendTransaction')).error?.message).toBe(
      'the node does not know the key of from; impersonate the account first',
    );
    await rpcResult(node, 'hardhat_impersonateAccount', [other]);
    expect((await send('eth_sendTransaction')).error).toBe(undefined);
    await rpcResult(node, 'hardhat_stopImpersonatingAccount', [other]);
    expect((await send('eth_sendTransaction')).error?.code).toBe(-32_602);
    expect((await send('eth_sendUnsignedTransaction')).error).toBe(undefined);
  });

  test('of impersonated accounts are accepted after a revert', async () => {
    const node = open();
    const [to] = (await rpcResult<string[]>(node, 'eth_accounts')) as [string];
    await rpcResult(node, 'anvil_addBalance', [other, 4_000_000]);
    await rpcResult(node, 'anvil_addBalance', [other, 6_000_000]);
    expect(await rpcResult(node, 'eth_getBalance', [other])).toBe('0x989680');
    const send = () => callRpc(node, 'eth_sendTransaction', [{ from: other, to, value: '0x1' }]);
    const snapshot = await rpcResult(node, 'evm_snapshot');
    await rpcResult(node, 'hardhat_impersonateAccount', [other]);
    await rpcResult(node, 'evm_revert', [snapshot]);
    expect((await send()).error).toBe(undefined);
    await rpcResult(node, 'hardhat_stopImpersonatingAccount', [other]);
    expect((await send()).error?.code).toBe(-32_602);
    await rpcResult(node, 'anvil_autoImpersonateAccount', [true]);
    expect((await send()).error).toBe(undefined);
    await rpcResult(node, 'anvil_autoImpersonateAccount', [false]);
    expect((await send()).error?.code).toBe(-32_602);
  });

  test('are signed for known accounts, so any node accepts them', async () => {
    const node = open();
    const [from, to] = (await rpcResult<string[]>(node, 'eth_accounts')) as [string, string];
    const hash = await rpcResult<string>(node, 'eth_sendTransaction', [{ from, to, value: '0x1' }]);
    const sent = (await post(node, '/wallet/gettransactionbyid', { value: hash.slice(2) })) as object;
    expect(await post(node, '/wallet/getapprovedlist', sent)).toMatchObject({ approved_list: [`41${from.slice(2)}`] });
  });
});

describe('state', () => {
  test('setStorageAt sets a slot of a contract', async () => {
    const node = open();
    const value = `0x${'ab'.padStart(64, '0')}`;
    expect(await rpcResult(node, 'hardhat_setStorageAt', [reverter, '0x1', value])).toBe(true);
    expect(await rpcResult(node, 'eth_getStorageAt', [reverter, '0x1', 'latest'])).toBe(value);
    const { error } = await callRpc(node, 'hardhat_setStorageAt', [other, '0x1', value]);
    expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining('the address of a contract') });
  });

  test('arguments of the wrong form are rejected with what is expected', async () => {
    const node = open();
    const message = async (method: string, ...params: readonly unknown[]) =>
      (await callRpc(node, method, params)).error?.message;
    expect(await message('anvil_setBalance', other, '0x10000000000000000')).toMatch(/9223372036854775807/);
    expect(await message('anvil_setBalance', other, -1)).toBe('balance must be an integer of 0 or more');
    expect(await message('anvil_setBalance', '0x12', 1)).toMatch(/^address must be an address/);
    expect(await message('anvil_setCode', reverter, '0x1')).toBe('code must be bytes in hexadecimal after 0x');
    expect(await message('evm_setAutomine', 'yes')).toBe('enabled must be true or false');
    expect(await message('evm_increaseTime')).toBe('method parameters invalid');
    expect(await message('evm_revert', 5)).toBe('snapshot must be text');
  });
});

test('debug_traceTransaction returns the steps and the calls of a transaction', async () => {
  // Calls the reverter with the word 7, and stores 5 in slot 1.
  const caller = `60076000526000600060206000600073${'c1'.repeat(20)}5af1506005600155`;
  const node = open({ contracts: [REVERTER, { address: `41${'c2'.repeat(20)}`, code: caller }] });
  const [from] = (await rpcResult<string[]>(node, 'eth_accounts')) as [string];
  const to = `0x${'c2'.repeat(20)}`;
  const hash = await rpcResult<string>(node, 'eth_sendTransaction', [{ from, to }]);
  const { gasUsed } = (await receipt(node, hash)) ?? {};
  const trace = await rpcResult<{ gas: number; structLogs: { op: string; depth: number; memory?: string[] }[] }>(
    node,
    'debug_traceTransaction',
    [hash, { enableMemory: true }],
  );
  expect(trace).toMatchObject({ gas: Number(gasUsed), failed: false, returnValue: '0x' });
  expect(trace.structLogs.map(({ op, depth }) => `${depth} ${op}`)).toEqual(
    expect.arrayContaining(['1 CALL', '2 REVERT', '1 SSTORE']),
  );
  expect(trace.structLogs.at(-1)).toMatchObject({
    op: 'SSTORE',
    stack: ['0x5', '0x1'],
    memory: ['7'.padStart(64, '0')],
  });
  const calls = await rpcResult(node, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }]);
  expect(calls).toMatchObject({
    type: 'CALL',
    from,
    to,
    gasUsed,
    calls: [
      { type: 'CALL', from: to, to: reverter, error: 'execution reverted', output: `0x${'7'.padStart(64, '0')}` },
    ],
  });
  const message = async (...params: readonly unknown[]) =>
    (await callRpc(node, 'debug_traceTransaction', params)).error?.message;
  expect(await message(hash, { tracer: 'prestateTracer' })).toMatch(/^tracer must be callTracer/);
  expect(await message(`0x${'00'.repeat(32)}`)).toMatch(/is in no block/);
});

test('methods without a meaning answer with the reason', async () => {
  const node = open();
  for (const [method, reason] of [
    ['hardhat_setNonce', 'accounts have no nonce on this chain'],
    ['evm_setBlockGasLimit', 'blocks have no energy limit on this chain'],
    ['txpool_content', 'a pool is listed by nonce, and accounts have none on this chain'],
    ['eth_subscribe', 'the node serves no WebSocket; poll with a filter of eth_newFilter'],
    ['evm_addAccount', 'impersonateAccount acts for an account without its key'],
  ] as const)
    expect((await callRpc(node, method, ['0x1'])).error).toEqual({
      code: -32_601,
      message: `${method} has no meaning here: ${reason}`,
    });
  expect((await callRpc(node, 'evm_fly')).error?.message).toBe('method not found');
});

test('the version names the tool that the node stands in for', async () => {
  expect(await rpcResult(open(), 'web3_clientVersion')).toBe('anvil/v4.8.2/@coin/mock-node');
  expect(await rpcResult(open({ ethereumTools: 'hardhat' }), 'web3_clientVersion')).toMatch(/^HardhatNetwork\/v/);
});
