// A process with an outbox, to be killed: it enqueues what it is asked for, pays, and ends when all entries have.
// Arguments: the node's URL, the owner's private key, the store (`sqlite:FILE` or
// `postgres://…`), the payments as JSON.
// Real time: it is killed while it talks to a served node.
import { DatabaseSync } from 'node:sqlite';
import { createOutbox, type OutboxStore } from '@coin/payments';
import { createPostgresStore, migrate } from '@coin/payments/postgres';
import { createSqliteStore } from '@coin/payments/sqlite';
import { createNodeClient, http } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { Pool } from 'pg';

/** A payment that this process is asked for. */
export interface AskedPayment {
  readonly id: string;
  readonly to: string;
  /** Small units. */
  readonly amount: string;
}

const [url = '', privateKey = '', storeUrl = '', asked = '[]'] = process.argv.slice(2);

async function openStore(): Promise<OutboxStore> {
  const file = /^sqlite:(.*)$/.exec(storeUrl)?.[1];
  if (file !== undefined) return createSqliteStore(new DatabaseSync(file));
  const pool = new Pool({ connectionString: storeUrl });
  pool.on('error', () => {});
  await migrate({ pool });
  return createPostgresStore({ pool });
}

async function control(path: string, body: object = {}): Promise<{ now?: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/admin/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
}

const readNow = async () => Number((await control('now')).now);
let now = await readNow();
/** The node's time, which a wait advances. */
const clock = {
  now: () => now,
  async sleep(milliseconds: number) {
    await control('advancetime', { ms: Math.ceil(milliseconds) });
    await control('mine');
    now = await readNow();
  },
};
const client = createNodeClient({ transport: http(url, { totalTimeout: 60_000, retry: { delay: () => 5 } }), clock });
const signer = createKeySigner(privateKey);
const outbox = createOutbox({ store: await openStore(), client, signer, retryDelayMs: 5, leaseMs: 500, pollMs: 50 });
for (const { id, to, amount } of JSON.parse(asked) as AskedPayment[])
  await outbox.enqueue(id, { kind: 'transfer', owner: signer.address, to, amount: BigInt(amount), memo: id });
process.send?.('enqueued');
await outbox.run();
process.send?.('ended', () => process.exit(0));
