// NODE_URL=… PRIVATE_KEY=… [DATABASE=withdrawals.db] [PORT=8080] node src/main.ts: the service behind a port of this
// machine. It logs a line of JSON for each event.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { createSqliteStore } from '@coin/payments/sqlite';
import { createNodeClient } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { createWithdrawals } from './withdrawals.ts';

const { NODE_URL, PRIVATE_KEY, DATABASE = 'withdrawals.db', PORT = '8080' } = process.env;
if (NODE_URL === undefined || PRIVATE_KEY === undefined) throw new Error('Set NODE_URL and PRIVATE_KEY.');
const log = (event: object) => void process.stdout.write(`${JSON.stringify(event)}\n`);
const withdrawals = createWithdrawals({
  client: createNodeClient({ transport: NODE_URL }),
  signer: createKeySigner(PRIVATE_KEY),
  store: createSqliteStore(new DatabaseSync(DATABASE)),
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
