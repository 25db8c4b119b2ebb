// REQUESTS=NUMBER: how many requests of all kinds together are sent; defaults to 100,000.
import { importBuilt } from '@coin/bench/built-package';
import { prepareLoad } from '@coin/bench/http-load';
import { report } from '@coin/bench/result';
import { startServer } from '@coin/bench/server-process';
import type * as mockNode from '@coin/mock-node';
import { prepareBalances, prepareSide } from './http-side.ts';

const REQUESTS = Number(process.env['REQUESTS'] ?? 100_000);
const LIMIT = 20_000_000;
/** Requests between two looks at the memory. */
const STEP = 1000;

const { createMockNode } = await importBuilt<typeof mockNode>();
using server = await startServer(new URL('served-node.ts', import.meta.url));
const address = { host: '127.0.0.1', port: server.port };
const bodies = await prepareSide(address, createMockNode().accounts[0], 0);
const loads = [
  { path: '/wallet/getaccount', bodies: await prepareBalances(address) },
  { path: '/wallet/getaccount', bodies: bodies.accounts },
  { path: '/wallet/createtransaction', bodies: bodies.transfers },
  { path: '/wallet/triggerconstantcontract', bodies: bodies.tokenTransfers },
  { path: '/wallet/estimateenergy', bodies: bodies.tokenTransfers },
].map((load) => prepareLoad(address, load));

const idle = await server.heldBytes();
for (let sent = 0; sent < REQUESTS; sent += STEP) await loads[(sent / STEP) % loads.length]?.(STEP);
const growth = (await server.heldBytes()) - idle;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
report({
  what: `memory above idle after ${REQUESTS.toLocaleString('en')} requests`,
  ours: megabytes(growth),
  baseline: `the limit: ${megabytes(LIMIT)}`,
  detail: true,
  ratio: growth / LIMIT,
  bound: { atMost: 1 },
});
