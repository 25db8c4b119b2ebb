import { createMemoryStore, createOutbox, type OutboxStore } from '@coin/payments';
// A payment on the chain that does the same as an entry, and that the store does not know.
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';
import { payingNode, signer, transfer } from '../support/paying-node.ts';

useVirtualTime();

const COIN = 1_000_000;

/** A server that has forgotten a payment whenever it was restored. */
async function openForgetful() {
  const wallet = { coins: 9 };
  const node: ReturnType<typeof payingNode> = payingNode({ balance: () => COIN * (wallet.coins - node.paid.size) });
  let restores = 0;
  const store: OutboxStore = { ...createMemoryStore(), epoch: async () => `${restores}` };
  const outbox = createOutbox({ store, client: node.client, signer });
  /** Pays what the server then forgets, and returns the transaction. */
  async function payAndForget() {
    const forgotten = createOutbox({ store: createMemoryStore(), client: node.client, signer });
    await forgotten.enqueue('a', transfer);
    await forgotten.run();
    restores++;
    return (await forgotten.get('a'))?.txID ?? expect.fail('it is paid');
  }
  const run = () => outbox.run({ signal: abortAfter(3_600_000) });
  const entry = async () => (await outbox.get('a')) ?? expect.fail('there is no entry');
  await run();
  return { wallet, node, outbox, payAndForget, run, entry };
}

test('stops an entry that waited, and says which payment may be its own', async () => {
  const { wallet, outbox, node, payAndForget, run, entry } = await openForgetful();
  wallet.coins = 0;
  await outbox.enqueue('a', transfer);
  await run();
  expect(await entry()).toMatchObject({ status: 'waiting-for-funds' });
  wallet.coins = 9;
  const txID = await payAndForget();
  await run();
  expect(await entry()).toMatchObject({ status: 'rejected', duplicateTxID: txID, failures: 0 });
  expect((await entry()).problem).toMatchObject({ code: 'STORE_OUTDATED', message: expect.stringContaining(txID) });
  expect(await entry()).not.toHaveProperty('waitsFor');
  expect(node.paid.size).toBe(1);
});

test('stops an entry once: it is paid after retry, beside any number of such payments', async () => {
  const { outbox, node, payAndForget, run, entry } = await openForgetful();
  await outbox.enqueue('a', transfer);
  const duplicates = [await payAndForget(), await payAndForget()];
  for (const [index, duplicateTxID] of duplicates.entries()) {
    await run();
    expect(await entry()).toMatchObject({ status: 'rejected', duplicateTxID });
    const retried = await outbox.retry('a');
    expect(retried).toMatchObject({ status: 'queued', ignoredTxIDs: duplicates.slice(0, index + 1), earlierTxIDs: [] });
    expect(retried).not.toHaveProperty('duplicateTxID');
    expect(retried).not.toHaveProperty('problem');
  }
  await run();
  expect(await entry()).toMatchObject({ status: 'succeeded', ignoredTxIDs: duplicates, earlierTxIDs: [] });
  expect(node.paid.size).toBe(3);
});

test('does not stop an entry that has never had such a payment', async () => {
  const { outbox, run, entry } = await openForgetful();
  await outbox.enqueue('a', transfer);
  await run();
  expect(await entry()).toMatchObject({ status: 'succeeded' });
  expect(await entry()).not.toHaveProperty('ignoredTxIDs');
  expect(await entry()).not.toHaveProperty('duplicateTxID');
});
