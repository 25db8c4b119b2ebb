import { readFileSync } from 'node:fs';
import { importBuilt } from '@coin/bench/built-package';
import { compare } from '@coin/bench/compare';
import { cpuRound } from '@coin/bench/interleave';
import { startBareServer } from '@coin/bench/server-process';
import type * as rpc from '@coin/rpc';
import type * as rpcAddress from '@coin/rpc/address';
import ky from 'ky';
import { TronWeb } from 'tronweb';
import { createPublicClient, http } from 'viem';

const { createNodeClient, getAccount, getBalance } = await importBuilt<typeof rpc>();
const { addressToHex } = await importBuilt<typeof rpcAddress>('./address');

const ADDRESS = 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ';
const recordings = JSON.parse(readFileSync('test/fixtures/recordings.json', 'utf8'));
const answerOf = (id: string): unknown => JSON.parse(recordings[id].answer);

const LANES = 8;
const REQUESTS = 400;
/** A round of requests, so many at a time, by this process's CPU time: what the client does, without the server. */
function requests(request: () => Promise<unknown>) {
  return cpuRound(REQUESTS, async () => {
    let left = REQUESTS;
    const lane = async () => {
      while (left-- > 0) await request();
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  });
}

using server = await startBareServer({
  '/wallet/getaccount': answerOf('account.visible'),
  // What TronWeb asks.
  '/walletsolidity/getaccount': answerOf('account.hex'),
  '/jsonrpc': { jsonrpc: '2.0', id: 1, result: '0x38d7ea4c68000' },
});
using hexServer = await startBareServer({ '/wallet/getaccount': answerOf('account.hex') });
const urlOf = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}`;
const client = createNodeClient({ transport: urlOf(server) });
const hexClient = createNodeClient({ transport: urlOf(hexServer) });
const tronWeb = new TronWeb({ fullHost: urlOf(server) });
const viemClient = createPublicClient({ transport: http(`${urlOf(server)}/jsonrpc`) });

/** The retries, limits and hooks of the client as one would write them with ky, and none of its checks. */
const plainKy = ky.create({
  timeout: 10_000,
  totalTimeout: 10_000,
  retry: { limit: 2, methods: ['post'], jitter: true, retryOnTimeout: true },
  hooks: {
    afterResponse: [
      async ({ response }) => {
        const { Error: failure } = await response.json<{ Error?: string }>();
        return failure === undefined ? undefined : ky.retry({ code: failure });
      },
    ],
  },
});

const baselines = [
  {
    name: 'ky with the same retries and hooks, and JSON.parse',
    round: requests(() =>
      plainKy.post(`${urlOf(server)}/wallet/getaccount`, { json: { address: ADDRESS, visible: true } }).json(),
    ),
    bound: { atMost: 1.25 },
  },
  { name: 'TronWeb getAccount', round: requests(() => tronWeb.trx.getAccount(ADDRESS)) },
  {
    name: 'viem getBalance',
    round: requests(() => viemClient.getBalance({ address: `0x${addressToHex(ADDRESS).slice(2)}` })),
  },
];
const reads = [
  { what: 'getAccount', ours: requests(() => getAccount(client, { address: ADDRESS })) },
  { what: 'getBalance', ours: requests(() => getBalance(hexClient, { address: ADDRESS })) },
];
for (const read of reads)
  for (const { bound, ...baseline } of baselines) await compare({ ...read, baseline, bound, rounds: 31, warmUp: 5 });
