// EXCHANGE='{…}' [PORT=8080] node src/main.ts service|watcher|worker: one process of the exchange, which logs lines of
// JSON. Run one watcher, and as many of the others as you like.
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type NodeClient } from '@coin/rpc';
import { createTables } from './database.ts';
import { createService } from './service.ts';
import { keepRunning, log, openExchange, type Exchange, type Settings } from './setup.ts';
import { runWatcher } from './watcher.ts';
import { runWorker } from './worker.ts';

/** Serves a port of this machine until the signal aborts. Put it behind a proxy that knows customers and operators. */
async function runService(exchange: Exchange, signal: AbortSignal): Promise<void> {
  const handle = createService(exchange);
  const answer = async (incoming: IncomingMessage) => {
    const { method = 'GET', url = '/' } = incoming;
    const body = method === 'GET' || method === 'HEAD' ? null : await text(incoming);
    return handle(new Request(new URL(url, 'http://localhost'), { method, body }));
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming)
      .then(async (response) =>
        outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text()),
      )
      .catch((error: unknown) => {
        log({ error: String(error) });
        outgoing.writeHead(500).end();
      });
  });
  server.listen(Number(process.env['PORT'] ?? '8080'), '127.0.0.1', () => log({ address: server.address() }));
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  server.close();
}

const ROLES = { service: runService, watcher: runWatcher, worker: runWorker };

/** Runs a process of the exchange until it gets SIGTERM. */
export async function runProcess(role: string, settings: Settings, client?: NodeClient): Promise<void> {
  const run = ROLES[role as keyof typeof ROLES] as (typeof ROLES)['service'] | undefined;
  if (run === undefined) throw new Error(`unknown role ${role}: use ${Object.keys(ROLES).join(', ')}`);
  const exchange = openExchange(settings, client);
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  const ready = new AbortController();
  await keepRunning(exchange, ready.signal, async () => {
    await createTables(exchange.pool);
    ready.abort();
  });
  await run(exchange, stop.signal);
  await exchange.pool.end();
}

const { EXCHANGE } = process.env;
if (EXCHANGE !== undefined && process.argv[2] !== undefined)
  await runProcess(process.argv[2], JSON.parse(EXCHANGE) as Settings);
