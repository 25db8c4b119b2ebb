import { createMockNode } from '@coin/mock-node';
import { createOutbox, type OutboxOptions, type OutboxStore } from '@coin/payments';
import { createNodeClient, sendTransaction, updateAccountPermissions } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
// A store that comes back older stops entries that it has forgotten. Drawn cases are in store-disasters.test.ts.
import { FACTOR } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';
import { createMiningClock } from './support/mining-clock.ts';
import { countPayments } from './support/outbox-crashes.ts';
import { openRestorable } from './support/restorable-store.ts';
import { answerBy } from './support/store-disasters.ts';

useVirtualTime();

/** Whose key signs: the key of the account that pays, or another one that a permission of the account names. */
type KeyOf = 'account' | 'permission';

/** A node that makes a block whenever a process waits, and processes that pay over it. */
async function startNetwork(keyOf: KeyOf = 'account') {
  const node = createMockNode({ mining: { kind: 'manual' }, solidityLag: 3 });
  const [{ privateKey, address: owner }, { address: to }, machine] = node.accounts;
  const client = createNodeClient({ transport: node, clock: createMiningClock(node), maxLifeMs: 90_000 });
  const own = createKeySigner(privateKey);
  const signer = keyOf === 'account' ? own : createKeySigner(machine.privateKey);
  if (keyOf === 'permission') {
    const ownerPermission = { threshold: 1n, keys: [{ address: machine.address, weight: 1n }] };
    const activePermissions = [{ ...ownerPermission, name: 'active', operations: ['TransferContract'] as const }];
    const transaction = updateAccountPermissions(client, { owner, ownerPermission, activePermissions });
    await sendTransaction(client, { transaction, signer: own });
  }
  const startProcess = (store: OutboxStore, options: Partial<OutboxOptions> = {}) => {
    const outbox = createOutbox({ store, client, signer, concurrency: 2, ...options });
    const enqueue = async (ids: readonly string[]) => {
      for (const id of ids) await outbox.enqueue(id, { kind: 'transfer', owner, to, amount: 7n, memo: id });
    };
    return { outbox, enqueue };
  };
  return { node, client, startProcess };
}

const IDS = ['a', 'b', 'c', 'd'];

/** Pays each id over a store, and again over a copy of it that was made before or after they were enqueued. */
async function payOverCopy({ isReported, isCopyEmpty = false, keyOf }: PayOverCopyOptions) {
  const { node, client, startProcess } = await startNetwork(keyOf);
  const { store, copy, restore } = openRestorable({ isReported });
  const first = startProcess(store);
  // A first run, which every store of a service has had.
  await first.outbox.run();
  copy();
  await first.enqueue(IDS);
  if (!isCopyEmpty) copy();
  await first.outbox.run();
  // If the store does not report that it is older, people wait until forgotten transactions have expired.
  if (!isReported) {
    node.advanceTime(200_000);
    node.mine(5);
  }
  restore();
  const second = startProcess(store);
  if (isCopyEmpty) await second.outbox.run();
  await second.enqueue(IDS);
  await second.outbox.run();
  // The change of the permissions has no memo.
  const { '': _, ...paid } = await countPayments(client, IDS);
  expect(paid).toEqual(Object.fromEntries(IDS.map((id) => [id, 1])));
  return Array.fromAsync(second.outbox.entries('all'));
}

interface PayOverCopyOptions {
  readonly isReported: boolean;
  readonly isCopyEmpty?: boolean;
  readonly keyOf?: KeyOf;
}

const duplicateTxID = expect.stringMatching(/^[0-9a-f]{64}$/);
const stopped = { status: 'rejected', problem: { code: 'STORE_OUTDATED' }, duplicateTxID };
const allStopped = IDS.map((id) => ({ id, ...stopped }));

test.each([true, false])('stops entries that were paid after the copy was made (reported: %s)', async (isReported) => {
  expect(await payOverCopy({ isReported })).toMatchObject(allStopped);
});

test.each(['account', 'permission'] as const)(
  'stops entries of which the copy has neither the id nor the account, signed by the key of the %s',
  async (keyOf) => {
    for (const isReported of [true, false]) {
      const entries = await payOverCopy({ isReported, isCopyEmpty: true, keyOf });
      expect(entries).toMatchObject(allStopped);
    }
  },
);

test('pays an entry that was stopped when a person retries it', async () => {
  const network = await startNetwork();
  const { store, copy, restore } = openRestorable({ isReported: true });
  const { outbox, enqueue } = network.startProcess(store);
  await outbox.run();
  await enqueue(['a']);
  copy();
  await outbox.run();
  restore();
  await enqueue(['a']);
  await outbox.run();
  const entry = await outbox.get('a');
  expect(entry).toMatchObject(stopped);
  await outbox.retry('a');
  await outbox.run();
  const paid = await outbox.get('a');
  expect(paid).toMatchObject({ status: 'succeeded', ignoredTxIDs: [entry?.duplicateTxID] });
  expect(await countPayments(network.client, [])).toEqual({ a: 2 });
});

test('stops an entry that it forgot while a run had nothing to do for minutes', async () => {
  const network = await startNetwork();
  const { store, copy, restore } = openRestorable({ isReported: true });
  // The run moves its mark several times before it renews its claims.
  const { outbox, enqueue } = network.startProcess(store, { leaseMs: 600_000 });
  const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));
  const untilEnded = async () => {
    while ((await outbox.summary()).oldestAgeMs !== undefined) await seconds(1);
  };
  await outbox.run();
  copy();
  await enqueue(['a']);
  const stop = new AbortController();
  const running = outbox.run({ whenIdle: 'wait', signal: stop.signal });
  await untilEnded();
  restore();
  for (let minute = 0; minute < 5; minute++) {
    network.node.advanceTime(60_000);
    network.node.mine(1);
    await seconds(60);
  }
  await enqueue(['a']);
  await untilEnded();
  stop.abort();
  await running;
  expect(await outbox.get('a')).toMatchObject(stopped);
  expect(await countPayments(network.client, [])).toEqual({ a: 1 });
});

/** A store that comes back older at its call of this number. */
function comesBackAt(store: OutboxStore, { at, restore }: { at: number; restore: () => void }) {
  const calls: string[] = [];
  const answered = answerBy(
    () => store,
    (call, method) => {
      if (calls.push(method) === at) restore();
      return call();
    },
    { isOfReads: true },
  );
  return { store: answered, calls };
}

/** A run may have written what the copy lacks, and read the copy. */
const expectOutdated = (error: unknown) => expect(error).toMatchObject({ code: 'STORE_OUTDATED' });

/** Each moment tries every third call, so the three try all; in `test:full` each tries all. */
const STRIDE = FACTOR > 1 ? 1 : 3;

test.each([
  ['nothing to pay', 1],
  ['a forgotten payment', 2],
  ['an older gap to search', 3],
] as const)(
  'pays each id once if its store comes back older at any call of a run that starts with %s',
  async (moment, first) => {
    const paid: Record<string, unknown> = {};
    for (let at: number = first, calls: readonly string[] = Array(at); calls.length >= at; at += STRIDE) {
      const { client, startProcess } = await startNetwork();
      const { store, copy, restore } = openRestorable({ isReported: true });
      const early = startProcess(store);
      await early.outbox.run();
      copy();
      if (moment === 'an older gap to search') restore();
      await early.enqueue(['a']);
      copy();
      await early.enqueue(['b']);
      await early.outbox.run();
      if (moment === 'a forgotten payment') await early.enqueue(['c']);

      const late = comesBackAt(store, { at, restore });
      calls = late.calls;
      await startProcess(late.store).outbox.run().catch(expectOutdated);
      const last = startProcess(store);
      await last.outbox.run();
      await last.enqueue(['a', 'b', 'c']);
      await last.outbox.run();
      paid[`${at} ${calls[at - 1]}`] = await countPayments(client, ['a', 'b', 'c']);
    }
    expect(Object.keys(paid).length).toBeGreaterThan(20 / STRIDE);
    expect(paid).toEqual(Object.fromEntries(Object.keys(paid).map((call) => [call, { a: 1, b: 1, c: 1 }])));
  },
);
