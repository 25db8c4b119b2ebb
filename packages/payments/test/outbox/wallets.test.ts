// A wallet may send a transaction itself, and then return no signature.
import { createMemoryStore, createOutbox, type OutboxEntry, type OutboxStore } from '@coin/payments';
import { type NodeClient } from '@coin/rpc';
import { createKeySigner, createWalletSigner, type WalletTransaction } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { payingNode, signer as key, transfer } from '../support/paying-node.ts';

useVirtualTime();

const digestOf = ({ txID }: WalletTransaction) => Uint8Array.from(Buffer.from(txID, 'hex'));
const signedBy = (signer: typeof key, transaction: WalletTransaction) => ({
  ...transaction,
  signature: [signer.sign(digestOf(transaction))],
});

/** Pays once with a wallet, whose first answer is this one, until the entry has ended. */
async function payWith(
  answer: (transaction: WalletTransaction) => unknown,
  { sends = false, isWrapped = false, account = {} } = {},
) {
  const node = payingNode({ account });
  const asked: string[] = [];
  const askedAt: number[] = [];
  const problems: string[] = [];
  const send = async (client: NodeClient, transaction: WalletTransaction) => {
    await client.request('/wallet/broadcasttransaction', signedBy(key, transaction) as never);
  };
  const wallet = {
    async sign(transaction: WalletTransaction) {
      asked.push(transaction.txID);
      askedAt.push(Date.now());
      if (asked.length > 1) return signedBy(key, transaction);
      if (sends) await send(node.client, transaction);
      return answer(transaction);
    },
  };
  const { maySend, ...wrapped } = createWalletSigner(wallet, { address: transfer.owner });
  const signer = isWrapped ? wrapped : { ...wrapped, maySend };
  const onProblem = ({ code }: { code: string }) => void problems.push(code);
  const outbox = createOutbox({ store: createMemoryStore(), client: node.client, signer, onProblem });
  await outbox.enqueue('a', transfer);
  const statuses: string[] = [];
  let entry: OutboxEntry | undefined;
  for (let round = 0; round < 20 && !/succeeded|rejected/.test(entry?.status ?? ''); round++) {
    await outbox.run();
    entry = await outbox.get('a');
    statuses.push(entry?.status ?? '');
    await node.clock.sleep(20_000);
  }
  return { entry, statuses, asked, askedAt, problems, paid: node.paid };
}

const unusable: readonly [string, (transaction: WalletTransaction) => unknown][] = [
  ['nothing', () => undefined],
  ['the id', ({ txID }) => txID],
  ['no signature', (transaction) => ({ ...transaction, signature: [] })],
  ['only that it has signed', () => ({ signed: true, signature: [] })],
  ['an error without words', () => Promise.reject(new Error())],
  ['a timeout', () => Promise.reject(new Error('Request expired. Please try again.'))],
];

describe.each(unusable)('a wallet that returns %s', (_, answer) => {
  test('pays once if it has sent the transaction', async () => {
    const { entry, asked, paid } = await payWith(answer, { sends: true });
    expect(entry).toMatchObject({ status: 'succeeded', txID: asked[0] });
    expect([...paid.keys()]).toEqual([asked[0]]);
  });

  test('is asked for another transaction only after the first has expired', async () => {
    const { entry, statuses, asked, paid } = await payWith(answer);
    expect(statuses[0]).toBe('awaiting-signatures');
    expect(entry?.status).toBe('succeeded');
    expect([...paid.keys()]).toEqual([asked.at(-1)]);
    expect(new Set(asked.slice(0, -1)).size).toBeLessThanOrEqual(1);
  });
});

test('a wallet whose signer does not say that it may send pays once too', async () => {
  const { entry, statuses, asked, paid } = await payWith(() => undefined, { sends: true, isWrapped: true });
  expect(statuses[0]).toBe('awaiting-signatures');
  expect(entry).toMatchObject({ status: 'succeeded', txID: asked[0] });
  expect([...paid.keys()]).toEqual([asked[0]]);
  expect(new Set(asked).size).toBe(1);
});

test.each<[string, string, (transaction: WalletTransaction) => unknown]>([
  ['whose user refuses', 'REJECTED_BY_USER', () => Promise.reject(Object.assign(new Error(), { code: 4001 }))],
  [
    'that returns another transaction',
    'TRANSACTION_CHANGED',
    (transaction) => signedBy(key, { ...transaction, txID: '00'.repeat(32) }),
  ],
])('a wallet %s ends the entry', async (_, code, answer) => {
  const { entry, asked, paid } = await payWith(answer);
  expect(entry).toMatchObject({ status: 'rejected', problem: { code } });
  expect([asked.length, paid.size]).toEqual([1, 0]);
});

test('a wallet that completes alone a transaction that others could sign too is asked once for it', async () => {
  const keys = [key, createKeySigner('01'.repeat(32))].map(({ address }, index) => ({ address, weight: 2 - index }));
  const account = { owner_permission: { permission_name: 'owner', threshold: 2, keys } };
  const { entry, statuses, asked } = await payWith(() => undefined, { account });
  expect(statuses.slice(0, 2)).toEqual(['awaiting-signatures', 'awaiting-signatures']);
  expect(entry?.status).toBe('succeeded');
  expect(new Set(asked).size).toBe(2);
  expect(asked).toHaveLength(2);
});

test('a wallet with the key of another account is asked again after a pause, and no attempt counts', async () => {
  const { entry, askedAt, problems, paid } = await payWith((transaction) =>
    signedBy(createKeySigner('01'.repeat(32)), transaction),
  );
  expect(entry).toMatchObject({ status: 'succeeded', failures: 0 });
  expect(paid.size).toBe(1);
  expect(problems).toEqual(['WRONG_SIGNER']);
  const [first = 0, second = 0] = askedAt;
  expect(second - first).toBeGreaterThanOrEqual(500);
});

describe('a process that is killed while a wallet asks its user', () => {
  /** The first process never gets an answer. The next one has the same store. */
  async function payAfterKill(decides: 'approves' | 'refuses') {
    const node = payingNode();
    const store = createMemoryStore();
    const asked: { readonly at: number; readonly transaction: WalletTransaction }[] = [];
    let onAsked = () => {};
    const wallet = {
      async sign(transaction: WalletTransaction): Promise<object> {
        asked.push({ at: node.clock.now(), transaction });
        onAsked();
        return asked.length === 1 ? new Promise<never>(() => {}) : signedBy(key, transaction);
      },
    };
    const signer = createWalletSigner(wallet, { address: transfer.owner });
    const createProcess = (used: OutboxStore = store) => createOutbox({ store: used, client: node.client, signer });
    await createProcess().enqueue('a', transfer);
    let isKilled = false;
    const killable = Object.fromEntries(
      Object.entries(store).map(([name, method]) => [
        name,
        (...args: never[]) =>
          isKilled ? Promise.reject(new Error('killed')) : (method as (...given: never[]) => unknown)(...args),
      ]),
    ) as never;
    const wasAsked = new Promise<void>((resolve) => (onAsked = resolve));
    const killing = new AbortController();
    // Its wallet never answers, so it never ends.
    void createProcess(killable)
      .run({ signal: killing.signal })
      .catch(() => {});
    await wasAsked;
    isKilled = true;
    killing.abort();
    const [first] = asked;
    if (first === undefined) throw new Error('the wallet was not asked');
    const stored = await createProcess().get('a');
    if (decides === 'approves') {
      const sent = signedBy(key, first.transaction);
      await node.client.request('/wallet/broadcasttransaction', sent as never);
    }
    let entry: OutboxEntry | undefined;
    for (let round = 0; round < 40 && entry?.status !== 'succeeded'; round++) {
      await node.clock.sleep(20_000);
      await createProcess().run();
      entry = await createProcess().get('a');
    }
    return { stored, entry, first, asked, paid: node.paid };
  }

  test('has stored the transaction before the wallet was asked', async () => {
    const { stored, first } = await payAfterKill('approves');
    expect(stored).toMatchObject({ status: 'awaiting-signatures', txID: first.transaction.txID });
  });

  test('pays once if the user agrees, and asks for nothing else', async () => {
    const { entry, first, asked, paid } = await payAfterKill('approves');
    expect(entry).toMatchObject({ status: 'succeeded', txID: first.transaction.txID, earlierTxIDs: [] });
    expect([...paid.keys()]).toEqual([first.transaction.txID]);
    expect(asked).toHaveLength(1);
  });

  test('asks again only after the first transaction has expired', async () => {
    const { entry, first, asked, paid } = await payAfterKill('refuses');
    const [, second] = asked;
    expect(second?.at).toBeGreaterThan(first.transaction.raw_data.expiration);
    expect(entry).toMatchObject({ status: 'succeeded', earlierTxIDs: [first.transaction.txID] });
    expect([...paid.keys()]).toEqual([second?.transaction.txID]);
  });
});
