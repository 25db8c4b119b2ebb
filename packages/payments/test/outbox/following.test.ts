// Entries that are paid only if another one has succeeded.
import { createMemoryStore, createOutbox, type OutboxEntry } from '@coin/payments';
import { RpcError } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { payingNode, signer, transfer } from '../support/paying-node.ts';

useVirtualTime();

const rejection = new RpcError('CALL_REVERTED', { path: '/', reason: 'no', data: '' });

/** An outbox in which calls are rejected, and transfers are paid. */
function openOutbox({ isGrouped = false, concurrency = 50 } = {}) {
  const node = payingNode();
  const ended: string[] = [];
  const outbox = createOutbox({
    store: createMemoryStore(),
    client: node.client,
    signer,
    concurrency,
    pollMs: 3000,
    planFeeLimit: () => Promise.reject(rejection),
    onChange({ id, status }: OutboxEntry) {
      if (status === 'signed' || status === 'succeeded') ended.push(`${id} ${status}`);
    },
  });
  const { owner, to: contract } = transfer;
  const call = { kind: 'call', owner, contract, data: '' } as const;
  const enqueue = (id: string, { isPaid = true, after }: { isPaid?: boolean; after?: string | undefined } = {}) =>
    outbox.enqueue(id, isPaid ? transfer : call, {
      ...(isGrouped && { group: 'g' }),
      ...(after !== undefined && { after }),
    });
  const run = () => outbox.run({ signal: abortAfter(3_600_000) });
  return { node, outbox, ended, enqueue, run };
}

/** Entries, each with whether it can be paid and which of the earlier ones it follows. */
const plans = fc.array(fc.record({ isPaid: fc.boolean(), after: fc.option(fc.nat(), { nil: undefined }) }), {
  minLength: 1,
  maxLength: 6,
});

test('an entry is paid once the one before it has succeeded, and only then', () =>
  fc.assert(
    fc.asyncProperty(plans, fc.boolean(), fc.integer({ min: 1, max: 3 }), async (plan, isGrouped, concurrency) => {
      const { outbox, ended, enqueue, run, node } = openOutbox({ isGrouped, concurrency });
      const before = (index: number) => {
        const after = plan[index]?.after;
        return after === undefined || index === 0 ? undefined : after % index;
      };
      const succeeds = (index: number): boolean => {
        const earlier = before(index);
        return plan[index]?.isPaid === true && (earlier === undefined || succeeds(earlier));
      };
      for (const [index, { isPaid }] of plan.entries()) {
        const earlier = before(index);
        await enqueue(`${index}`, { isPaid, after: earlier === undefined ? undefined : `${earlier}` });
      }
      await run();
      const statuses = plan.map((_, index) => {
        if (succeeds(index)) return 'succeeded';
        const earlier = before(index);
        return earlier !== undefined && !succeeds(earlier) ? 'queued' : 'rejected';
      });
      // In a group, whatever comes after an entry that waits has to wait too.
      const stuck = isGrouped ? statuses.indexOf('queued') : -1;
      const expected = statuses.map((status, index) => (stuck !== -1 && index > stuck ? 'queued' : status));
      const entries = await Array.fromAsync(outbox.entries('all'));
      expect(entries.map(({ status }) => status)).toEqual(expected);
      expect(node.paid.size).toBe(expected.filter((status) => status === 'succeeded').length);
      for (const [index] of plan.entries()) {
        const earlier = before(index);
        if (earlier === undefined || expected[index] !== 'succeeded') continue;
        expect(ended.indexOf(`${index} signed`)).toBeGreaterThan(ended.indexOf(`${earlier} succeeded`));
      }
    }),
    { numRuns: scaled(8) },
  ));

test('a run continues until it has paid an entry whose turn comes', async () => {
  const { outbox, enqueue, run } = openOutbox();
  await enqueue('a');
  await enqueue('b', { after: 'a' });
  await run();
  expect((await outbox.summary()).counts).toMatchObject({ succeeded: 2 });
});

test('an entry says for which one it waits, and can be cancelled', async () => {
  const { outbox, enqueue, run } = openOutbox();
  await enqueue('a', { isPaid: false });
  await enqueue('b', { after: 'a' });
  await run();
  const waitsFor = { kind: 'entry', id: 'a', since: expect.any(Number) };
  expect(await outbox.get('b')).toMatchObject({ status: 'queued', after: 'a', waitsFor, failures: 0 });
  expect((await outbox.history('b')).map((event) => event.waitsFor?.kind)).toEqual([undefined, 'entry']);
  expect(await outbox.cancel('b')).toMatchObject({ status: 'cancelled', after: 'a' });
  expect(await outbox.get('b')).not.toHaveProperty('waitsFor');
});

test('an entry is paid after the one before it was retried and has succeeded, and no longer waits for it', async () => {
  let isRefused = true;
  let builds = 0;
  // The node is busy when it first builds the transaction of `b`.
  const build = () => (++builds === 3 ? new Response('', { status: 503 }) : undefined);
  const changes: unknown[] = [];
  const outbox = createOutbox({
    store: createMemoryStore(),
    client: payingNode({ build }).client,
    signer: { sign: (digest) => (isRefused ? expect.fail('not yet') : signer.sign(digest)) },
    maxFailures: 1,
    onChange: ({ id, waitsFor, problem }) => id === 'b' && changes.push([waitsFor?.kind, problem?.code]),
  });
  await outbox.enqueue('a', transfer);
  await outbox.enqueue('b', transfer, { after: 'a' });
  await outbox.run();
  expect((await outbox.summary()).counts).toMatchObject({ rejected: 1, queued: 1 });
  isRefused = false;
  await outbox.retry('a');
  await outbox.run();
  expect((await outbox.summary()).counts).toMatchObject({ succeeded: 2 });
  expect(changes).toEqual([
    ['entry', undefined],
    [undefined, 'HTTP_STATUS'],
    ['block', undefined],
    [undefined, undefined],
  ]);
});

test.each(['cancelled and enqueued again', 'of a lower priority'])(
  'an entry of a group is paid after one of the same group that is %s',
  async (state) => {
    const { outbox, ended, enqueue } = openOutbox({ isGrouped: true });
    const run = () => outbox.run({ signal: abortAfter(300_000), whenIdle: 'wait' });
    const isRetried = state.startsWith('cancelled');
    await outbox.enqueue('a', transfer, { group: 'g', priority: isRetried ? 0 : -1 });
    await enqueue('b', { after: 'a' });
    await enqueue('c');
    if (isRetried) await outbox.cancel('a');
    await run();
    if (isRetried) await outbox.retry('a');
    await run();
    expect(ended.filter((event) => event.endsWith('succeeded')).toSorted()).toEqual(
      ['a', 'b', 'c'].map((id) => `${id} succeeded`),
    );
    expect(ended.indexOf('b signed')).toBeGreaterThan(ended.indexOf('a succeeded'));
  },
);

test('an entry that waits for one outside its group holds up the entries after it', async () => {
  const { outbox, enqueue, run, node } = openOutbox();
  await enqueue('refused', { isPaid: false });
  await enqueue('outside', { after: 'refused' });
  await outbox.enqueue('a', transfer, { group: 'g', after: 'outside' });
  await outbox.enqueue('b', transfer, { group: 'g' });
  await run();
  expect((await outbox.summary()).counts).toMatchObject({ rejected: 1, queued: 3 });
  expect(node.paid.size).toBe(0);
});

test('an entry that has waited takes its place in its group behind one that was begun', async () => {
  const ended: string[] = [];
  let signatures = 0;
  const slow = {
    async sign(digest: Uint8Array) {
      // The second one takes so long that the entry that waits is looked at meanwhile.
      if (++signatures === 2) await new Promise((resolve) => setTimeout(resolve, 300_000));
      return signer.sign(digest);
    },
  };
  const outbox = createOutbox({
    store: createMemoryStore(),
    client: payingNode().client,
    signer: slow,
    onChange: ({ id, status }) => void (status !== 'queued' && ended.push(`${id} ${status}`)),
  });
  await outbox.enqueue('a', transfer, { group: 'g', priority: -1 });
  await outbox.enqueue('b', transfer, { group: 'g', after: 'a' });
  await outbox.enqueue('c', transfer, { group: 'g', priority: -2 });
  await outbox.run({ signal: abortAfter(3_600_000) });
  expect(ended).toEqual(['a', 'c', 'b'].flatMap((id) => [`${id} signed`, `${id} succeeded`]));
});

test('an entry may only come after one that is there, and keeps it', async () => {
  const { outbox, enqueue } = openOutbox();
  const argument = (name: string) => ({ code: 'ARGUMENT_INVALID', context: { argument: name } });
  await expect(enqueue('b', { after: 'a' })).rejects.toMatchObject(argument('after'));
  await expect(enqueue('b', { after: '' })).rejects.toMatchObject(argument('after'));
  await enqueue('a');
  await enqueue('b', { after: 'a' });
  expect(await enqueue('b', { after: 'a' })).toMatchObject({ after: 'a' });
  await expect(enqueue('b')).rejects.toMatchObject(argument('id'));
  await expect(outbox.enqueue('c', transfer, { after: 'c' })).rejects.toMatchObject(argument('after'));
});
