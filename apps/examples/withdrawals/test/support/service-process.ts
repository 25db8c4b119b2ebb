// The service as a process, to be killed: it is asked for withdrawals, pays, and ends when all of them have ended.
// Argument: what it is asked for, as JSON.
// Real time: it is killed while it talks to a served node.
import { createPostgresStore } from '@coin/payments/postgres';
import { createNodeClient, http } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { Pool } from 'pg';
import { createWithdrawals } from '../../src/withdrawals.ts';

/** What the process is asked for. */
export interface ServiceParameters {
  readonly url: string;
  readonly databaseUrl: string;
  readonly schema: string;
  readonly privateKey: string;
  readonly owner: string;
  readonly permissionId: number;
  readonly maxSigningMs: number;
  /** Number of withdrawals. */
  readonly count: number;
  readonly to: string;
  readonly token: string;
}

const parameters = JSON.parse(process.argv[2] ?? '{}') as ServiceParameters;
const { url, databaseUrl, schema, privateKey, owner, permissionId, maxSigningMs, count, to, token } = parameters;

async function control(path: string, body: object = {}): Promise<{ now?: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/admin/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
}

const readNow = async () => Number((await control('now')).now);
let now = await readNow();
/** A longer step of some waits would pass the latest expiration that another request, which is on its way, allows. */
const STEP_MS = 20_000;
/** The node's time, which a wait advances. */
const clock = {
  now: () => now,
  async sleep(milliseconds: number) {
    for (let left = Math.ceil(milliseconds); left > 0; left -= STEP_MS) {
      await control('advancetime', { ms: Math.min(left, STEP_MS) });
      await control('mine');
      now = await readNow();
    }
  },
};
// Others advance it too, and a clock that stands still would be a fault for which the run waits.
setInterval(async () => (now = await readNow().catch(() => now)), 50).unref();
const pool = new Pool({ connectionString: databaseUrl });
const { handle, run } = createWithdrawals({
  client: createNodeClient({ transport: http(url, { retry: { delay: () => 5 } }), clock }),
  owner,
  signers: [createKeySigner(privateKey)],
  permissionId,
  maxSigningMs,
  store: createPostgresStore({ pool, schema }),
  log: (event) => process.send?.(event),
  leaseMs: 1000,
});
const pathOf = (index: number) => `http://service/withdrawals/order-${index}`;
for (let index = 0; index < count; index++) {
  // Every third is of coin.
  const body = JSON.stringify({ to, amount: String(index + 1), ...(index % 3 > 0 && { token }) });
  const { status } = await handle(new Request(pathOf(index), { method: 'PUT', body }));
  if (status !== 202) throw new Error(`status ${status}`);
}
process.send?.({ asked: count });
const stop = new AbortController();
const running = run(stop.signal);
for (let index = 0; index < count;) {
  const shown = await (await handle(new Request(pathOf(index)))).json();
  const { status, fee } = shown;
  if (status === 'succeeded') process.send?.({ order: index++, fee });
  else if (status === 'failed' || status === 'rejected') throw new Error(JSON.stringify(shown));
  else await new Promise((resolve) => setTimeout(resolve, 50));
}
stop.abort();
await running;
await pool.end();
process.disconnect?.();
