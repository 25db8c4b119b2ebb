// Deposits through forks, failures, restarts, kills and stalls, beside a ledger in the same database.
import { DatabaseSync } from 'node:sqlite';
import { createMockNode, type Fault, type MockNode, type PresetNode } from '@coin/mock-node';
import { isPaymentsError, watchDeposits, type DepositEvent } from '@coin/payments';
import { createSqliteDepositStore } from '@coin/payments/sqlite';
import * as rpc from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

useVirtualTime();

const faultMix: readonly Fault[] = [
  { kind: 'status', status: 503 },
  { kind: 'reset' },
  { kind: 'truncated' },
  { kind: 'stale', blocks: 1 },
  { kind: 'stale', blocks: 4 },
];

/** What happens to the network, or to the watcher, before one of its requests. */
const incident = fc.record({
  /** Number of requests before it. */
  after: fc.nat(4),
  kind: fc.constantFrom('blocks', 'fork', 'fork', 'pay', 'pay', 'pay', 'call', 'address', 'crash', 'stall', 'kill'),
  count: fc.integer({ min: 1, max: 14 }),
  more: fc.nat(2),
  transactions: fc.constantFrom('included', 'pending', 'dropped'),
});
const walk = fc.record({
  seed: fc.nat(),
  confirmations: fc.constantFrom<number | 'solid'>('solid', 'solid', 1, 3, 20),
  incidents: fc.array(incident, { minLength: 6, maxLength: 24 }),
});
type Incident = typeof incident extends fc.Arbitrary<infer T> ? T : never;
type Walk = typeof walk extends fc.Arbitrary<infer T> ? T : never;

const SOLIDITY_LAG = 12;
/** Sends half of the coin that it receives to the address in its calldata, twice. */
const TWICE = `${'600060006000600060023404600035620186a0f150'.repeat(2)}00`;
const contract = rpc.toAddress(`41${'c0'.repeat(20)}`);
/** The addresses of customers, which only receive. */
const customers = Array.from({ length: 6 }, (_, index) => rpc.toAddress(`41${`d${index}`.repeat(20)}`));

const numberOf = async (node: MockNode, path: string): Promise<number> => {
  const { blockID } = (await (await node.fetch(`http://node/${path}/getnowblock`)).json()) as { blockID: string };
  return Number.parseInt(blockID.slice(0, 16), 16);
};

async function fork(node: MockNode, { count, more, transactions }: Incident): Promise<void> {
  const deepest = (await numberOf(node, 'wallet')) - (await numberOf(node, 'walletsolidity'));
  const depth = 1 + (count % deepest);
  node.reorganize({ blocks: depth, newBlocks: depth + more, transactions });
}

async function pay(node: PresetNode, kind: 'pay' | 'call', to: string, amount: bigint): Promise<void> {
  // A transaction refers to a recent block.
  node.mine(1);
  const client = rpc.createNodeClient({ transport: node });
  const [{ privateKey, address: owner }] = node.accounts;
  const data = addressToHex(to).slice(2).padStart(64, '0');
  const built = await (kind === 'pay'
    ? rpc.createTransaction(client, { owner, to, amount })
    : rpc.triggerSmartContract(client, { owner, contract, data, callValue: 2n * amount, feeLimit: 100_000_000n }));
  await rpc.broadcastTransaction(client, await rpc.signTransaction(built, createKeySigner(privateKey)));
}

/** The caller's database: a ledger beside the store, and the events that were committed. */
function openLedger() {
  const database = new DatabaseSync(':memory:');
  const store = createSqliteDepositStore(database);
  database.exec('CREATE TABLE ledger (address TEXT PRIMARY KEY, pending INTEGER, balance INTEGER)');
  const book = database.prepare(
    `INSERT INTO ledger VALUES (?1, ?2, ?3)
     ON CONFLICT DO UPDATE SET pending = pending + ?2, balance = balance + ?3`,
  );
  const events: DepositEvent[] = [];
  const isConfirmed = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const apply = ({ kind, deposit: { id, to, amount } }: DepositEvent): void => {
    const units = Number(amount);
    if (kind === 'seen' || kind === 'returned') book.run(to, units, 0);
    else if (kind === 'confirmed') book.run(to, -units, units);
    else book.run(to, isConfirmed.has(id) ? 0 : -units, isConfirmed.has(id) ? -units : 0);
    if (kind === 'confirmed') isConfirmed.add(id);
    else isConfirmed.delete(id);
  };
  /** Commits a batch and its credits, unless the process is killed before that. One after another: one connection. */
  const commit = (save: () => Promise<readonly DepositEvent[]>, isKilled: () => boolean): Promise<void> => {
    const turn = async (): Promise<void> => {
      await last;
      database.exec('BEGIN IMMEDIATE');
      try {
        const found = await save();
        const before = [...isConfirmed];
        found.forEach(apply);
        if (isKilled()) {
          isConfirmed.clear();
          before.forEach((id) => isConfirmed.add(id));
          throw new Error('killed');
        }
        database.exec('COMMIT');
        events.push(...found);
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    };
    const committed = turn();
    last = committed.catch(() => {});
    return committed;
  };
  const balanceOf = (address: string): unknown =>
    database.prepare('SELECT pending, balance FROM ledger WHERE address = ?').get(address) ?? {
      pending: 0,
      balance: 0,
    };
  return { store, events, commit, balanceOf };
}

/** Runs a watcher through a walk, and starts it again after each crash, until all is solid. */
async function follow({ seed, confirmations, incidents }: Walk): Promise<void> {
  await using node = createMockNode({
    solidityLag: SOLIDITY_LAG,
    mining: { kind: 'manual' },
    faultSeed: seed,
    contracts: [{ address: contract, code: TWICE }],
  });
  node.mine(8);
  for (const fault of faultMix) node.faults.add({ method: 'POST', path: /block/, fault, probability: 0.06 });
  const { store, events, commit, balanceOf } = openLedger();
  const added = customers.slice(0, 2);
  await store.addAddresses(added);
  const later = [...incidents];
  let isKilled = false;
  /** Answers for which watchers wait that seemed to have crashed. */
  const stalled: (() => void)[] = [];

  const run = async (): Promise<'crashed' | 'at the end'> => {
    const { promise: crash, resolve } = Promise.withResolvers<'crashed'>();
    const end = new AbortController();
    let requests = 0;
    let pauses = 0;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const [next] = later;
      if (next !== undefined && requests++ >= next.after) {
        requests = 0;
        later.shift();
        const { kind, count } = next;
        if (kind === 'blocks') node.mine(count);
        if (kind === 'fork') await fork(node, next);
        if (kind === 'pay' || kind === 'call')
          await pay(node, kind, added[count % added.length] as string, BigInt(count));
        const [address] = customers.slice(added.length);
        if (kind === 'address' && address !== undefined)
          await store.addAddresses([address]).then(() => added.push(address));
        if (kind === 'kill') isKilled = true;
        if (kind === 'crash' || kind === 'stall') {
          resolve('crashed');
          await new Promise<void>((go) => void (kind === 'stall' && stalled.push(go)));
        }
      }
      return node.fetch(input, init);
    };
    const sleep = async (ms: number): Promise<void> => {
      node.advanceTime(ms);
      if (later.length > 0) return node.mine(1);
      stalled.splice(0).forEach((go) => go());
      node.faults.reset();
      node.mine(SOLIDITY_LAG);
      if (++pauses > 4) end.abort();
    };
    const client = rpc.createNodeClient({
      transport: rpc.http('http://node', { fetch, retry: 1 }),
      clock: { now: node.now, sleep },
    });
    const work = async () => {
      try {
        const options = { client, store, confirmations, fromBlock: 1, signal: end.signal, maxOutageMs: 2 ** 31 - 1 };
        for await (const { save } of watchDeposits(options))
          await commit(save, () => {
            const was = isKilled;
            isKilled = false;
            return was;
          });
      } catch (error) {
        if (!isPaymentsError(error, 'WATCH_MOVED') && (error as Error).message !== 'killed') throw error;
        return 'crashed' as const;
      }
      return 'at the end' as const;
    };
    return Promise.race([work(), crash]);
  };
  while ((await run()) === 'crashed');

  const client = rpc.createNodeClient({ transport: node });
  for (const address of customers) {
    const account = await rpc.getAccount(client, { address });
    expect(balanceOf(address)).toEqual({ pending: 0, balance: Number(account?.balance ?? 0n) });
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const histories = new Map<string, string>();
  for (const { kind, deposit } of events) histories.set(deposit.id, `${histories.get(deposit.id) ?? ''} ${kind}`);
  const allowed =
    confirmations === 'solid'
      ? /^ seen( dropped returned)*( confirmed| dropped)$/
      : /^ seen( confirmed)?( dropped returned( confirmed)?)*( dropped)?$/;
  for (const history of histories.values()) expect(history).toMatch(allowed);
}

test('each deposit is seen once, ends confirmed or dropped, and balances to the unit', () =>
  fc.assert(fc.asyncProperty(walk, follow), { numRuns: scaled(6) }));
