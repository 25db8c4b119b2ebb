import { createMemoryStore, createOutbox, PaymentsError } from '@coin/payments';
import { RpcError } from '@coin/rpc';
// What ends a run: its signal, and not an error that only resembles an abort.
import { createListenedSignal } from '@coin/test-kit/listened-signal';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';
import { errorCodeOf } from '../support/outcome.ts';
import { payingNode, signer, transfer } from '../support/paying-node.ts';

useVirtualTime();

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a run pays until a signal that no platform made aborts, and leaves no listener on it', async () => {
  const node = payingNode();
  const outbox = createOutbox({ store: createMemoryStore(), client: node.client, signer });
  const { signal, listeners, abort } = createListenedSignal();
  let hasEnded = false;
  const running = outbox.run({ signal, whenIdle: 'wait' }).then(() => (hasEnded = true));
  await outbox.enqueue('a', transfer);
  await wait(60_000);
  expect([node.paid.size, hasEnded, listeners.size]).toEqual([1, false, 1]);
  abort();
  await running;
  expect(listeners.size).toBe(0);
});

test('a run that ends by itself leaves no listener on its signal', async () => {
  const outbox = createOutbox({ store: createMemoryStore(), client: payingNode().client, signer });
  const { signal, listeners } = createListenedSignal();
  await outbox.run({ signal });
  expect(listeners.size).toBe(0);
});

test('a run whose signal has aborted already neither asks the node nor pays', async () => {
  const node = payingNode();
  const outbox = createOutbox({ store: createMemoryStore(), client: node.client, signer });
  await outbox.enqueue('a', transfer);
  const { signal, abort } = createListenedSignal();
  abort();
  await outbox.run({ signal, whenIdle: 'wait' });
  expect([node.requests, await outbox.get('a')]).toMatchObject([[], { status: 'queued' }]);
});

test('names the unsafe settings of a store, even if the signal aborts at the same time', async () => {
  const stop = new AbortController();
  const check = async () => {
    stop.abort();
    throw new PaymentsError('STORE_UNSAFE', { settings: 'fsync is off, and must be on' });
  };
  const outbox = createOutbox({ store: { ...createMemoryStore(), check }, client: payingNode().client, signer });
  expect(await errorCodeOf(outbox.run({ signal: stop.signal }))).toBe('STORE_UNSAFE');
});

test('an aborted request of the client is thrown unless the signal of the run has aborted', async () => {
  const { client } = payingNode();
  const aborted = new RpcError('ABORTED', { path: '/wallet/getblockbynum' });
  const request = async () => {
    throw aborted;
  };
  const outbox = createOutbox({ store: createMemoryStore(), client: { ...client, request }, signer, maxFailures: 1 });
  await expect(outbox.run()).rejects.toMatchObject({ code: 'NODE_FAILED', cause: aborted });
});
