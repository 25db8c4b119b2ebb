// BEFORE=FOLDER: also measures another build: a folder with package.json and dist. REAL_NODE_URL and REAL_NODE_KEY:
// also measures a node that listens there, where the account of that private key is rich. It should be warm.
import assert from 'node:assert/strict';
import { importBuilt } from '@coin/bench/built-package';
import { compareServers, type Side, type SideResult } from '@coin/bench/http-comparison';
import { type Address } from '@coin/bench/http-load';
import { formatTime, report } from '@coin/bench/result';
import { startBareServer, startServer, type ServerProcess } from '@coin/bench/server-process';
import type * as mockNode from '@coin/mock-node';
import { ask, holderOf, prepareBalances, prepareSide, type RequestBodies } from './http-side.ts';

interface Node {
  readonly name: string;
  readonly address: Address;
  readonly process?: ServerProcess;
  readonly bodies: RequestBodies;
}

const kinds = [
  { endpoint: 'getaccount', bodies: 'balances', atLeast: 0.45, count: 1000 },
  { endpoint: 'getaccount', of: 'with permissions', bodies: 'accounts', atLeast: 0.42, count: 1000 },
  { endpoint: 'createtransaction', bodies: 'transfers', atLeast: 0.32, count: 1000 },
  { endpoint: 'triggerconstantcontract', bodies: 'tokenTransfers', atLeast: 0.2, count: 1000 },
  { endpoint: 'estimateenergy', bodies: 'tokenTransfers', atLeast: 0.28, count: 1000 },
  { endpoint: 'broadcasttransaction', bodies: 'signedTransfers', atLeast: 0.04, count: 100 },
] as const;
/** The rows of the written page. */
const SHOWN: ReadonlySet<string> = new Set(['getaccount', 'triggerconstantcontract', 'broadcasttransaction']);
const ROUNDS = 21;
const WARM_UP = 20;
/** Each is accepted once. */
const BROADCASTS = (ROUNDS + WARM_UP) * 100 + 1;

const { createMockNode } = await importBuilt<typeof mockNode>();

async function startNode(name: string, folder = '.'): Promise<Node> {
  const server = await startServer(new URL('served-node.ts', import.meta.url), { folder });
  const address = { host: '127.0.0.1', port: server.port };
  // The served node's accounts are the same.
  const bodies = {
    ...(await prepareSide(address, createMockNode().accounts[0], BROADCASTS)),
    balances: await prepareBalances(address),
  };
  return { name, address, process: server, bodies };
}

async function realNode(url: string, privateKey = ''): Promise<Node> {
  const { hostname: host, port } = new URL(url);
  const address = { host, port: Number(port) };
  return { name: 'real node', address, bodies: await prepareSide(address, holderOf(privateKey), BROADCASTS) };
}

const { BEFORE, REAL_NODE_URL, REAL_NODE_KEY } = process.env;
const ours = await startNode('ours');
const nodes: readonly Node[] = [
  ours,
  ...(BEFORE === undefined ? [] : [await startNode('before', BEFORE)]),
  ...(REAL_NODE_URL === undefined ? [] : [await realNode(REAL_NODE_URL, REAL_NODE_KEY)]),
];

const table: string[] = [];
for (const kind of kinds) {
  const path = `/wallet/${kind.endpoint}`;
  const what = 'of' in kind ? `${kind.endpoint} ${kind.of}` : kind.endpoint;
  const own = ours.bodies[kind.bodies] ?? [];
  const answer = await ask(ours.address, path, JSON.parse(own.at(-1) ?? '{}'));
  if (kind.endpoint === 'triggerconstantcontract') assert.equal(answer['energy_used'], 27_704);
  using bare = await startBareServer({ [path]: answer });
  const sides: readonly Side[] = [
    { name: 'bare', address: { host: '127.0.0.1', port: bare.port }, process: bare, path, bodies: own },
    ...nodes.flatMap((node) => {
      const bodies = node.bodies[kind.bodies];
      return bodies === undefined ? [] : [{ ...node, path, bodies }];
    }),
  ];
  const results = await compareServers(sides, { count: kind.count, rounds: ROUNDS, warmUp: WARM_UP });
  table.push(...results.map((result) => rowOf(what, result)));
  const [least, result] = results;
  report({
    what: `${what} over HTTP`,
    ours: formatTime(result?.cost ?? Number.NaN),
    baseline: `bare node:http: ${formatTime(least?.cost ?? Number.NaN)}`,
    ratio: 1 / (result?.costRatio ?? Number.NaN),
    bound: { atLeast: kind.atLeast },
    detail: !SHOWN.has(what),
  });
}
for (const node of nodes) node.process?.[Symbol.dispose]();
console.log(['kind | side | CPU time | bare ÷ side | requests a second | 99 % within', ...table].join('\n'));

function rowOf(what: string, { name, cost, costRatio, rate, percentile99 }: SideResult): string {
  const ratio = costRatio === undefined ? '' : (1 / costRatio).toFixed(2);
  const cells = [cost === undefined ? '' : formatTime(cost), ratio, rate.toFixed(0), formatTime(percentile99)];
  return [what, name, ...cells].join(' | ');
}
