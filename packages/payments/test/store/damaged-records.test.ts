// A record that is damaged, or that a later release wrote.
import { createMemoryStore, createOutbox, type OutboxStore } from '@coin/payments';
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { payingNode, signer, transfer } from '../support/paying-node.ts';

useVirtualTime();

const ID = 'withdrawal-7';
const KEY = `entry/${ID}`;

/** Replaces the value of a record. */
async function damage(store: OutboxStore, key: string, value: string): Promise<void> {
  const record = await store.get(key);
  if (record === undefined) expect(await store.createIfAbsent({ key, value, listing: 'none' })).toBe(true);
  else expect(await store.compareAndSet({ ...record, owner: transfer.owner, value })).toBe(true);
}

const invalid = (key: string, field: string) => ({ code: 'RECORD_INVALID', context: { key, field } });

describe.each([
  ['queued', async () => {}],
  ['succeeded', ({ run }: { run: () => Promise<void> }) => run()],
])('the record of an entry that is %s', (status, prepare) => {
  async function open() {
    const store = createMemoryStore();
    const outbox = createOutbox({ store, client: payingNode().client, signer });
    await outbox.enqueue(ID, transfer, { group: 'g', priority: 1 });
    await prepare(outbox);
    const stored = JSON.parse((await store.get(KEY))?.value ?? '') as Record<string, unknown>;
    expect(stored['status']).toBe(status);
    const withValue = (value: object | string) =>
      damage(store, KEY, typeof value === 'string' ? value : JSON.stringify(value));
    return { outbox, stored, withValue };
  }

  test('names each field that is absent or of another type, and the entry', async () => {
    const { outbox, stored, withValue } = await open();
    const { intent } = stored as { intent: Record<string, unknown> };
    for (const name of Object.keys(stored)) {
      await withValue({ ...stored, [name]: { damaged: true } });
      const field = name === 'intent' ? 'intent.kind' : name;
      await expect(outbox.get(ID)).rejects.toMatchObject(invalid(KEY, expect.stringMatching(`^${field}`)));
      if (['group', 'priority'].includes(name)) continue;
      await withValue({ ...stored, [name]: undefined });
      await expect(outbox.get(ID)).rejects.toMatchObject(invalid(KEY, name));
    }
    for (const name of Object.keys(intent)) {
      await withValue({ ...stored, intent: { ...intent, [name]: { damaged: true } } });
      await expect(outbox.get(ID)).rejects.toMatchObject(invalid(KEY, `intent.${name}`));
    }
    await withValue(stored);
    expect(await outbox.get(ID)).toMatchObject({ id: ID, status });
  });

  test('names a field that its status does not have', async () => {
    const { outbox, stored, withValue } = await open();
    for (const name of ['isHeld', 'duplicateTxID', 'toString'])
      await expect(withValue({ ...stored, [name]: true }).then(() => outbox.get(ID))).rejects.toMatchObject(
        invalid(KEY, name),
      );
  });

  test('is not read from text that is no JSON, or from another format', async () => {
    const { outbox, stored, withValue } = await open();
    for (const value of ['', '{', JSON.stringify(stored).slice(1), '5', 'null', '[]']) {
      await withValue(value);
      await expect(outbox.get(ID)).rejects.toMatchObject(invalid(KEY, expect.stringMatching(/^(value|status)$/)));
    }
    await withValue({ ...stored, format: 2 });
    await expect(outbox.get(ID)).rejects.toMatchObject(invalid(KEY, 'format'));
    await withValue({ ...stored, intent: { ...transfer, amount: '1.5' } });
    await expect(outbox.get(ID)).rejects.toMatchObject(invalid(KEY, 'intent.amount'));
  });
});

test('an event of the history names its entry', async () => {
  const store = createMemoryStore();
  const damaged: OutboxStore = { ...store, history: async () => [{ version: 1, at: 5, event: '{"status":"lost"}' }] };
  const outbox = createOutbox({ store: damaged, client: payingNode().client, signer });
  await expect(outbox.history(ID)).rejects.toMatchObject(invalid(`history of ${KEY}`, 'status'));
});

test.each(['chain', 'gaps', `unknown/${signer.address}`, `waiting/${signer.address}`])(
  'a run names the record %s',
  async (key) => {
    const store = createMemoryStore();
    const outbox = createOutbox({ store, client: payingNode().client, signer });
    if (key !== 'chain') await outbox.run();
    await outbox.enqueue(ID, transfer);
    if (key.startsWith('unknown'))
      await damage(store, 'gaps', JSON.stringify([{ id: 1, from: 1, to: 1, time: 1_795_231_000_000 }]));
    await damage(store, key, '{"block":"x"}');
    await expect(outbox.run()).rejects.toMatchObject(invalid(key, expect.stringMatching(/./)));
  },
);

type Entry = Record<string, unknown>;
const asText = (entry: Entry): string => JSON.stringify(entry);

describe.each<[string, string, (entry: Entry) => string]>([
  ['is no JSON', 'value', () => '{'],
  ['was written by a later release', 'format', (entry) => asText({ ...entry, format: 2 })],
  ['has lost a field', 'intent', (entry) => asText({ ...entry, intent: undefined })],
  ['has another transaction', 'txID', (entry) => asText({ ...entry, txID: 'ab'.repeat(32) })],
  [
    'has cut its transaction',
    'transaction',
    (entry) => asText({ ...entry, transaction: String(entry['transaction']).slice(0, 40) }),
  ],
])('an entry whose record %s', (_, field, change) => {
  /** A store with entries of several states, of which one is damaged after it was signed. */
  async function open() {
    const node = payingNode();
    const store = createMemoryStore();
    const dying: OutboxStore = {
      ...store,
      async compareAndSet(given) {
        const isStored = await store.compareAndSet(given);
        if (given.status === 'signed') throw new Error('the process is dead');
        return isStored;
      },
    };
    await createOutbox({ store, client: node.client, signer }).enqueue(ID, transfer, { group: 'g' });
    await createOutbox({ store: dying, client: node.client, signer })
      .run()
      .catch(() => {});
    const { value = '' } = (await store.get(KEY)) ?? {};
    await damage(store, KEY, change(JSON.parse(value)));
    const problems: unknown[] = [];
    const onProblem = (problem: unknown) => void problems.push(problem);
    const outbox = createOutbox({ store, client: node.client, signer, onProblem });
    for (const id of ['a', 'b']) await outbox.enqueue(id, transfer);
    await outbox.enqueue('behind', transfer, { group: 'g' });
    const statuses = async () => Promise.all(['a', 'b', 'behind'].map(async (id) => (await outbox.get(id))?.status));
    return { outbox, node, problems, statuses };
  }
  const error = {
    ...invalid(KEY, expect.stringMatching(new RegExp(`^${field}`))),
    ...(field === 'transaction' && { cause: { name: 'RpcError' } }),
  };

  test('stops only itself and what comes after it in its group, and is named when the others are done', async () => {
    const { outbox, node, problems, statuses } = await open();
    const running = outbox.run({ signal: abortAfter(600_000) });
    await expect(running).rejects.toMatchObject(error);
    expect(problems).toMatchObject([error]);
    expect(await statuses()).toEqual(['succeeded', 'succeeded', 'queued']);
    expect(node.paid.size).toBe(2);
    expect((await outbox.summary()).counts).toMatchObject({ succeeded: 2 });
  });

  test('does not end a run that waits for more', async () => {
    const { outbox, problems, statuses } = await open();
    await outbox.run({ signal: abortAfter(600_000), whenIdle: 'wait' });
    expect(problems[0]).toMatchObject(error);
    expect(await statuses()).toEqual(['succeeded', 'succeeded', 'queued']);
  });
});

test('an entry whose record is damaged while it waits for coin lets others have the coin', async () => {
  let coins = 0;
  const node = payingNode({ balance: () => coins * 1e6 });
  const store = createMemoryStore();
  const outbox = createOutbox({ store, client: node.client, signer });
  await outbox.enqueue(ID, transfer);
  await outbox.run();
  expect(await outbox.get(ID)).toMatchObject({ status: 'waiting-for-funds' });
  await damage(store, KEY, '{');
  coins = 9;
  await outbox.enqueue('a', transfer);
  await expect(outbox.run({ signal: abortAfter(600_000) })).rejects.toMatchObject(invalid(KEY, 'value'));
  expect(await outbox.get('a')).toMatchObject({ status: 'succeeded' });
});

test('an entry waits for one whose record is damaged', async () => {
  const store = createMemoryStore();
  const outbox = createOutbox({ store, client: payingNode().client, signer });
  await outbox.enqueue(ID, transfer);
  await outbox.enqueue('after', transfer, { after: ID });
  await damage(store, KEY, '{');
  await expect(outbox.run({ signal: abortAfter(600_000) })).rejects.toMatchObject(invalid(KEY, 'value'));
  expect(await outbox.get('after')).toMatchObject({ status: 'queued', waitsFor: { kind: 'entry', id: ID } });
});

test('entries beside a damaged one are listed, and then its error is thrown', async () => {
  const store = createMemoryStore();
  const outbox = createOutbox({ store, client: payingNode().client, signer });
  for (const id of ['a', 'b', 'c']) await outbox.enqueue(id, transfer);
  await damage(store, 'entry/b', '{}');
  const listed: string[] = [];
  const list = async () => {
    for await (const { id } of outbox.entries()) listed.push(id);
  };
  await expect(list()).rejects.toMatchObject({ code: 'RECORD_INVALID', context: { key: 'entry/b' } });
  expect(listed).toEqual(['a', 'c']);
});
