import { expect, test } from 'vitest';
import { createMockNode, serve } from '../../src/index.ts';
import { forkOf } from '../support/fork-upstream.ts';
import { type Json } from '../support/http-network.ts';
import { openTreNode } from '../support/tre-node.ts';

const CONSOLE = '41000000000000000000636f6e736f6c652e6c6f67';
const contract = `41${'c0'.repeat(20)}`;
/** Calls the console with the data that it was called with. */
const LOGGING = `3660006000376000600036600073${CONSOLE.slice(2)}5afa`;
/** `log(uint256)` of 7. */
const DATA = `f82c50f1${'7'.padStart(64, '0')}`;

const options = { contracts: [{ address: contract, code: LOGGING, balance: 1_000_000_000_000n }] };
const call = { owner_address: contract, contract_address: contract, data: DATA, fee_limit: 1_000_000_000 };

test("lists a console call's data in the answer to a constant call", async () => {
  await using tre = await openTreNode(options);
  const { internal_transactions: calls } = await tre.post('/wallet/triggerconstantcontract', call);
  expect(calls).toMatchObject([{ caller_address: contract, transferTo_address: CONSOLE, data: DATA }]);
});

test('lists console calls in the answer to a broadcast', async () => {
  await using tre = await openTreNode(options);
  tre.node.impersonate(contract);
  const { transaction } = await tre.post('/wallet/triggersmartcontract', call);
  const { txid, internal_transactions: calls } = await tre.post('/wallet/broadcasttransaction', transaction);
  expect(txid).toMatch(/^[0-9a-f]{64}$/);
  expect(calls).toEqual([{ transferTo_address: CONSOLE, data: DATA }]);
});

test('lists console calls on a fork too, once each', async () => {
  // Reads a slot before it writes a line, so the fork runs it more than once.
  const code = `60005450${LOGGING}`;
  const live = createMockNode({ contracts: [{ address: contract, code, balance: 1_000_000_000_000n }] });
  const lines: string[] = [];
  const fork = await forkOf(live, { onConsoleLog: (line) => lines.push(line) });
  await fork.impersonate(contract);
  await using served = await serve(fork, { tre: true });
  const post = async (path: string, body: object): Promise<Json> => {
    const answer = await fetch(`${served.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as Json;
  };
  const { internal_transactions: calls } = await post('/wallet/triggerconstantcontract', call);
  expect(calls).toMatchObject([{ transferTo_address: CONSOLE, data: DATA }]);
  const { transaction } = await post('/wallet/triggersmartcontract', call);
  const { internal_transactions: broadcast } = await post('/wallet/broadcasttransaction', transaction as object);
  expect(broadcast).toEqual([{ transferTo_address: CONSOLE, data: DATA }]);
  expect(fork.requests.entries.flatMap(({ console = [] }) => console)).toEqual(['7', '7']);
  expect(lines).toEqual(['7', '7']);
});

test('lists nothing outside TronBox, or for contracts that write no line', async () => {
  await using tre = await openTreNode({
    contracts: [...options.contracts, { address: `41${'c1'.repeat(20)}`, code: '00' }],
  });
  const silent = { ...call, contract_address: `41${'c1'.repeat(20)}` };
  expect(await tre.post('/wallet/triggerconstantcontract', silent)).not.toHaveProperty('internal_transactions');
  const body = JSON.stringify(call);
  const answer = await tre.node.fetch('http://node/wallet/triggerconstantcontract', { method: 'POST', body });
  expect(await answer.text()).not.toContain('"data": "f82c50f1');
});
