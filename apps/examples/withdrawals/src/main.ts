// NODE_URL=… DATABASE_URL=postgres://… PRIVATE_KEYS=…[,…] [OWNER=ADDRESS PERMISSION_ID=2] [PORT=8080] node src/main.ts:
// the service behind a port of this machine. It logs a line of JSON for each event.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createPostgresStore, migrate } from '@coin/payments/postgres';
import { createNodeClient } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { Pool } from 'pg';
import { createWithdrawals } from './withdrawals.ts';

/** People sign within a working day. */
const SIGNING_MS = 8 * 3_600_000;

const { NODE_URL, DATABASE_URL, PRIVATE_KEYS, OWNER, PERMISSION_ID = '0', PORT = '8080' } = process.env;
const signers = (PRIVATE_KEYS ?? '').split(',').filter(Boolean).map(createKeySigner);
const owner = OWNER ?? signers[0]?.address;
if (NODE_URL === undefined || DATABASE_URL === undefined || owner === undefined)
  throw new Error('Set NODE_URL, DATABASE_URL, and PRIVATE_KEYS or OWNER.');
const log = (event: object) => void process.stdout.write(`${JSON.stringify(event)}\n`);
const pool = new Pool({ connectionString: DATABASE_URL });
pool.on('error', (error) => log({ error: String(error) }));
await migrate({ pool });
const withdrawals = createWithdrawals({
  client: createNodeClient({ transport: NODE_URL }),
  owner,
  signers,
  permissionId: Number(PERMISSION_ID),
  maxSigningMs: SIGNING_MS,
  store: createPostgresStore({ pool }),
  log,
});

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = incoming;
  const body = method === 'GET' || method === 'HEAD' ? null : await text(incoming);
  const response = await withdrawals.handle(new Request(new URL(url, 'http://service'), { method, body }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => {
    log({ error: String(error) });
    outgoing.writeHead(500).end();
  });
});
server.listen(Number(PORT), '127.0.0.1', () => {
  log({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

const stop = new AbortController();
process.once('SIGTERM', () => {
  server.close();
  stop.abort();
});
await withdrawals.run(stop.signal);
await pool.end();
