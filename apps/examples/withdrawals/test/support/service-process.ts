// The service as a process, to be killed: it is asked for withdrawals, pays, and ends when all of them have ended.
// Arguments: the node's URL, the private key, the file of the database, the number of withdrawals, recipient, token.
// Real time: it is killed while it talks to a served node.
import { DatabaseSync } from 'node:sqlite';
import { createSqliteStore } from '@coin/payments/sqlite';
import { createNodeClient, http } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { createWithdrawals } from '../../src/withdrawals.ts';

const [url = '', privateKey = '', file = '', count = '0', to = '', token = ''] = process.argv.slice(2);

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
const { handle, run } = createWithdrawals({
  client: createNodeClient({ transport: http(url, { retryDelayMs: 5 }), clock }),
  signer: createKeySigner(privateKey),
  store: createSqliteStore(new DatabaseSync(file)),
  log: (event) => process.send?.(event),
  leaseMs: 1000,
});
const pathOf = (index: number) => `http://service/withdrawals/order-${index}`;
for (let index = 0; index < Number(count); index++) {
  // Every third is of coin.
  const body = JSON.stringify({ to, amount: String(index + 1), ...(index % 3 > 0 && { token }) });
  const { status } = await handle(new Request(pathOf(index), { method: 'PUT', body }));
  if (status !== 202) throw new Error(`status ${status}`);
}
process.send?.({ asked: Number(count) });
const stop = new AbortController();
const running = run(stop.signal);
for (let index = 0; index < Number(count);) {
  const { status, fee } = await (await handle(new Request(pathOf(index)))).json();
  if (status === 'succeeded') process.send?.({ order: index++, fee });
  else if (status === 'queued' || status === 'signed') await new Promise((resolve) => setTimeout(resolve, 50));
  else throw new Error(`order-${index} is ${status}`);
}
stop.abort();
await running;
process.disconnect?.();
