import { createMockNode } from '@coin/mock-node';
import { createOutbox, createMemoryStore } from '@coin/payments';
import { createNodeClient, createTransaction, getBalance, sendTransaction } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';

useVirtualTime();

const AMOUNT = 1_234_567n;

/** A node with `storage.transHistory.switch = "off"`: it includes transactions and keeps no info of them. */
function nodeWithoutHistory() {
  const node = createMockNode({ mining: { kind: 'manual' } });
  for (const path of ['/wallet/gettransactioninfobyid', '/walletsolidity/gettransactioninfobyid'])
    node.faults.add({
      path,
      fault: { kind: 'status', status: 200, body: '{}', headers: { 'content-type': 'application/json' } },
    });
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const signer = createKeySigner(privateKey);
  let sleeps = 0;
  const onSleep = new Set<(sleeps: number) => void>();
  const clock = {
    now: node.now,
    /** While a client waits, the network makes blocks. */
    async sleep(ms: number) {
      node.advanceTime(ms);
      node.mine(1);
      sleeps++;
      for (const listener of onSleep) listener(sleeps);
    },
  };
  const client = createNodeClient({ transport: node, clock });
  const before = getBalance(client, { address: to });
  const paid = async () => (await getBalance(client, { address: to })) - (await before);
  return { client, signer, owner, to, paid, onSleep };
}

test('sendTransaction does not call a payment expired that the node included', async () => {
  const { client, signer, owner, to, paid } = nodeWithoutHistory();
  const transaction = createTransaction(client, { owner, to, amount: AMOUNT });
  await expect(sendTransaction(client, { transaction, signer })).rejects.toMatchObject({
    code: 'BROADCAST_OUTCOME_UNKNOWN',
    context: { reason: expect.stringContaining('includes it, but the node does not have its info') },
  });
  expect(await paid()).toBe(AMOUNT);
});

test('an outbox pays once, and says why the outcome is unknown', async () => {
  const { client, signer, owner, to, paid, onSleep } = nodeWithoutHistory();
  const outbox = createOutbox({ store: createMemoryStore(), client, signer });
  await outbox.enqueue('a', { kind: 'transfer', owner, to, amount: AMOUNT });
  const stop = new AbortController();
  // Twenty minutes: several times as long as it takes to prove an expiry.
  onSleep.add((sleeps) => {
    if (sleeps >= 400) stop.abort();
  });
  await outbox.run({ signal: stop.signal });
  expect(await paid()).toBe(AMOUNT);
  expect(await outbox.get('a')).toMatchObject({
    status: 'signed',
    earlierTxIDs: [],
    problem: { code: 'BROADCAST_OUTCOME_UNKNOWN', message: expect.stringContaining('does not have its info') },
  });
});
