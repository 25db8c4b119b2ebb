// A worker of the scale benchmark: a process with an outbox that pays from PostgreSQL between `run` and `stop`.
// Arguments: the URLs of PostgreSQL and of the node, the keys of the hot wallets separated by commas, the concurrency.
import { createOutbox } from '@coin/payments';
import { createPostgresStore } from '@coin/payments/postgres';
import { createNodeClient, http, type Transport } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { Pool } from 'pg';
import { type WorkerCommand, type WorkerMessage } from './messages.ts';

const [storeUrl, nodeUrl = '', keys = '', concurrency] = process.argv.slice(2);
const tell = (message: WorkerMessage): void => void process.send?.(message);

const sentAt = new Map<unknown, number>();
const transport = http(nodeUrl);
/** Notes when the node accepts a transaction. */
const timed: Transport = {
  ...transport,
  async request(path, body, options) {
    const answer = await transport.request(path, body, options);
    const { txID } = body;
    if (path === '/wallet/broadcasttransaction' && !sentAt.has(txID)) sentAt.set(txID, Date.now());
    return answer;
  },
};

const pool = new Pool({ connectionString: storeUrl });
pool.on('error', () => {});
const outbox = createOutbox({
  store: createPostgresStore({ pool }),
  client: createNodeClient({ transport: timed }),
  signer: keys.split(',').map((key) => createKeySigner(key)),
  concurrency: Number(concurrency),
  onChange({ id, status, txID, fee = 0n }) {
    if (status === 'queued' || status === 'signed') return;
    tell({ id, status, broadcastAt: sentAt.get(txID), endedAt: Date.now(), fee: String(fee) });
    sentAt.delete(txID);
  },
});

let stop = new AbortController();
let running: Promise<void> | undefined;
process.on('message', async (command: WorkerCommand) => {
  if (command === 'run') {
    stop = new AbortController();
    // A failure is unhandled and ends the process, so the benchmark fails too.
    running = outbox.run({ signal: stop.signal, whenIdle: 'wait' });
    return;
  }
  stop.abort();
  await running;
  tell('stopped');
});
tell('ready');
