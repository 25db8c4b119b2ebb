import { expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { callRpc, rpcResult } from '../support/json-rpc.ts';

/** Writes a thousand logs. */
const TALKER = { address: `41${'c1'.repeat(20)}`, code: '6103e85b60006000a0600190038060035700' } as const;
const talker = `0x${'c1'.repeat(20)}`;

test('a filter ends when nobody has read 10,001 of its logs, whatever time has passed', async () => {
  const node = createMockNode({ ethereumTools: 'anvil', contracts: [TALKER] });
  const [from] = await rpcResult<readonly string[]>(node, 'eth_accounts');
  const emit = async (times: number): Promise<void> => {
    for (let sent = 0; sent < times; sent++) await rpcResult(node, 'eth_sendTransaction', [{ from, to: talker }]);
  };
  const [read, unread] = [await rpcResult(node, 'eth_newFilter', [{}]), await rpcResult(node, 'eth_newFilter', [{}])];
  await rpcResult(node, 'evm_increaseTime', [86_400]);
  await emit(10);
  expect(await rpcResult(node, 'eth_getFilterChanges', [read])).toHaveLength(10_000);
  await emit(1);
  expect(await rpcResult(node, 'eth_getFilterChanges', [read])).toHaveLength(1000);
  expect((await callRpc(node, 'eth_getFilterChanges', [unread])).error).toMatchObject({ message: 'filter not found' });
});
