import { readFileSync } from 'node:fs';
import { importBuilt } from '@coin/bench/built-package';
import { compare } from '@coin/bench/compare';
import { cpuRound } from '@coin/bench/interleave';
import { startBareServer } from '@coin/bench/server-process';
import type * as rpc from '@coin/rpc';
import ky from 'ky';
import * as z from 'zod/mini';

const { createNodeClient, getAccount } = await importBuilt<typeof rpc>();

const ADDRESS = 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ';
const recordings = JSON.parse(readFileSync('test/fixtures/recordings.json', 'utf8'));
const account = JSON.parse(recordings['account.visible'].answer);

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

using server = await startBareServer({ '/wallet/getaccount': account });
const endpoint = `http://127.0.0.1:${server.port}`;
const client = createNodeClient({ transport: endpoint });
const schema = z.object({ address: z.string(), balance: z.optional(z.number()) });
await compare({
  what: 'getAccount',
  ours: requests(() => getAccount(client, { address: ADDRESS })),
  baseline: {
    name: 'ky and zod/mini',
    round: requests(async () =>
      z.parse(
        schema,
        await ky.post(`${endpoint}/wallet/getaccount`, { json: { address: ADDRESS, visible: true } }).json(),
      ),
    ),
  },
  bound: { atLeast: 0.9 },
  rounds: 31,
  warmUp: 5,
});
