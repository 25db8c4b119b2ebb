import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import ky from 'ky';
import type * as rpc from '@coin/rpc';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

// what is published, loaded by Node itself
const { createNodeClient, getAccount } = createRequire(import.meta.url)('../dist/index.js') as typeof rpc;

const address = 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ';
const LANES = 8;
const REQUESTS = 400;
const ROUNDS = 31;

/** Requests a second, so many at a time. */
async function rate(request: () => Promise<unknown>): Promise<number> {
  let left = REQUESTS;
  const started = performance.now();
  const lane = async () => {
    while (left-- > 0) await request();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return (REQUESTS / (performance.now() - started)) * 1000;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('getAccount makes at least 0.9 times the requests of ky with zod/mini', async () => {
  const server = spawn(process.execPath, [`${import.meta.dirname}/account-server.ts`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer];
    const base = `http://127.0.0.1:${port.toString().trim()}`;
    const url = `${base}/wallet/getaccount`;
    const body = JSON.stringify({ address, visible: true });
    const headers = { 'content-type': 'application/json' };
    const client = createNodeClient({ endpoints: base });
    const schema = z.object({ address: z.string(), balance: z.optional(z.number()) });
    const contenders: Record<string, () => Promise<unknown>> = {
      getAccount: () => getAccount(client, { address }),
      'ky and zod/mini': async () => z.parse(schema, await ky.post(url, { json: { address, visible: true } }).json()),
      'fetch and JSON.parse': async () =>
        JSON.parse(await (await fetch(url, { method: 'POST', headers, body })).text()),
    };
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const rates: Record<string, number> = {};
      for (const [name, request] of Object.entries(contenders)) rates[name] = await rate(request);
      rounds.push(rates);
    }
    // the first rounds warm up; each round is compared in itself, so that a machine busy with other things slows both sides
    const counted = rounds.slice(5);
    for (const name of Object.keys(contenders))
      console.log(`${name}: ${Math.round(median(counted.map((rates) => rates[name] ?? 0)))} requests a second`);
    const ratio = median(counted.map((rates) => (rates.getAccount ?? 0) / (rates['ky and zod/mini'] ?? 1)));
    console.log(`getAccount: ${ratio.toFixed(2)} times ky with zod/mini`);
    expect(ratio).toBeGreaterThanOrEqual(0.9);
  } finally {
    server.kill();
  }
}, 120_000);
