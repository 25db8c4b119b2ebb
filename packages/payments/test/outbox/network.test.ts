import { inspect } from 'node:util';
import { createOutbox, createMemoryStore, type OutboxEntry, type OutboxStore } from '@coin/payments';
import { type Signer } from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { clientOf, RECORDED_AT } from '../support/client-of.ts';
import { payingNode, signer as alice, transfer, type PayingNodeScript } from '../support/paying-node.ts';
import { simulateChain } from '../support/simulated-chain.ts';

useVirtualTime();

const nodeAtHome = (script: PayingNodeScript = {}) => payingNode({ chain: simulateChain(), ...script });
const nodeElsewhere = () => payingNode({ chain: simulateChain({ hash: 'deadbeefdeadbeef', hasReference: false }) });
const { genesisId } = simulateChain();
const mismatch = {
  code: 'NETWORK_MISMATCH',
  context: { expected: genesisId, actual: simulateChain({ hash: 'deadbeefdeadbeef' }).genesisId },
};

/** A signer that counts its signatures. */
function countingSigner() {
  const signer: Signer & { signed: number } = {
    signed: 0,
    sign(digest) {
      signer.signed++;
      return alice.sign(digest);
    },
  };
  return signer;
}

function outboxOf(node: ReturnType<typeof payingNode>, store: OutboxStore, signer: Signer) {
  return createOutbox({ store, client: node.client, signer });
}

/** A store whose entry `a` is signed and sent on its own network, and in no block yet. */
async function storeWithSignedEntry(): Promise<OutboxStore> {
  const store = createMemoryStore();
  const stop = new AbortController();
  const node = nodeAtHome({ broadcast: () => (stop.abort(), { result: true }) });
  const outbox = outboxOf(node, store, countingSigner());
  await outbox.enqueue('a', transfer);
  await outbox.run({ signal: stop.signal });
  expect(await outbox.get('a')).toMatchObject({ status: 'signed', genesisId });
  return store;
}

const contentOf = (store: OutboxStore) => store.list({ listing: 'all', after: 0, limit: 100 });

describe('a store', () => {
  test('is bound to the network of its first run', async () => {
    const store = createMemoryStore();
    const outbox = outboxOf(nodeAtHome(), store, countingSigner());
    await outbox.enqueue('a', transfer);
    await outbox.run();
    expect((await outbox.get('a'))?.genesisId).toBe(genesisId);
    const other = outboxOf(nodeElsewhere(), store, countingSigner());
    await expect(other.run()).rejects.toMatchObject(mismatch);
  });

  test('loses no entry to a run on another network, which claims and signs nothing', async () => {
    const store = await storeWithSignedEntry();
    const before = await contentOf(store);
    const signer = countingSigner();
    const node = nodeElsewhere();
    const outbox = outboxOf(node, store, signer);
    await outbox.enqueue('b', transfer);
    await expect(outbox.run()).rejects.toMatchObject(mismatch);
    expect(signer.signed).toBe(0);
    expect(node.requests.map(({ path }) => path)).toEqual(['/wallet/getblockbynum']);
    expect((await contentOf(store)).slice(0, before.length)).toEqual(before);
  });
});

test('an address that moves to another network during a run ends the run before the next signature', async () => {
  const store = createMemoryStore();
  const signer = countingSigner();
  const abroad = nodeElsewhere();
  let hasMoved = false;
  const node = nodeAtHome();
  const client: typeof node.client = {
    ...node.client,
    request: (...request) => (hasMoved ? abroad : node).client.request(...request),
  };
  const onChange = ({ status }: OutboxEntry) => void (hasMoved ||= status === 'succeeded');
  const outbox = createOutbox({ store, client, signer, onChange, concurrency: 1 });
  await outbox.enqueue('a', transfer);
  await outbox.enqueue('b', transfer);
  await expect(outbox.run()).rejects.toMatchObject(mismatch);
  expect(signer.signed).toBe(1);
  expect(await outbox.get('b')).toMatchObject({ status: 'queued', failures: 0 });
});

test('a run waits for a node that cannot be reached', async () => {
  const node = nodeAtHome();
  const { client: broken } = clientOf(() => {
    throw new TypeError('fetch failed');
  });
  let failures = 3;
  const client: typeof node.client = {
    ...node.client,
    request: (...request) => (failures-- > 0 ? broken : node.client).request(...request),
  };
  const outbox = createOutbox({ store: createMemoryStore(), client, signer: countingSigner() });
  await outbox.enqueue('a', transfer);
  await outbox.run();
  expect((await outbox.get('a'))?.status).toBe('succeeded');
});

test('a run ends when the node fails to name its network as often as maxFailures allows', async () => {
  const { client, requests } = clientOf(() => Response.json({ Error: 'class java.lang.NullPointerException : null' }));
  const outbox = createOutbox({
    store: createMemoryStore(),
    client,
    signer: countingSigner(),
    maxFailures: 3,
  });
  await outbox.enqueue('a', transfer);
  await expect(outbox.run()).rejects.toMatchObject({ code: 'NODE_FAILED', cause: { code: 'NODE_ERROR' } });
  expect(requests).toHaveLength(3);
  expect(await outbox.get('a')).toMatchObject({ status: 'queued', failures: 0 });
});

test('a run that the node ends, or that waits, shows no key of the client, at any depth of an error', async () => {
  const apiKey = '5f8a-secret-key-of-the-client';
  let status = 401;
  const { client } = clientOf(() => Response.json({ Error: `unknown key ${apiKey}` }, { status }), {
    url: `http://node.example/${apiKey}/`,
    apiKey,
  });
  const problems: unknown[] = [];
  const onProblem = (problem: unknown) => (problems.push(problem), (status = 200));
  const outbox = createOutbox({ store: createMemoryStore(), client, signer: alice, maxFailures: 1, onProblem });
  const error: unknown = await outbox.run().catch((thrown: unknown) => thrown);
  expect(problems).toMatchObject([{ code: 'UNAUTHORIZED' }]);
  expect(error).toMatchObject({ code: 'NODE_FAILED', cause: { code: 'NODE_ERROR' } });
  expect(inspect([problems, error], { depth: Infinity, showHidden: true })).not.toContain(apiKey);
});

test('a run ends with a mismatch when the client itself finds the node on another network', async () => {
  const chain = simulateChain();
  const expected = 'ab'.repeat(32);
  const { client } = clientOf(() => Response.json(chain.answer('/wallet/getblockbynum', { num: 0 }, RECORDED_AT)), {
    genesisId: expected,
  });
  const outbox = createOutbox({ store: createMemoryStore(), client, signer: alice, maxFailures: 1 });
  await expect(outbox.run()).rejects.toMatchObject({
    code: 'NETWORK_MISMATCH',
    context: { expected, actual: genesisId, endpoint: 'http://node.example' },
    cause: { code: 'ENDPOINT_MISMATCH' },
  });
});
