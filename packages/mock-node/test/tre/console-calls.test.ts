import { expect, test } from 'vitest';
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
