// The command as a process: its audits of recorded chains over HTTP, and the node that it runs.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '@coin/mock-node';
import { sampled } from '@coin/test-kit/scaled';
import { describe, expect, test } from 'vitest';
import { createChainNode } from '../src/chain-node.ts';
import { furtherChains, readRecordedChain, recordedChains } from '../src/recorded-chain.ts';

const program = fileURLToPath(new URL('../../../packages/cli/src/cli.ts', import.meta.url));
const run = promisify(execFile);
const coin = (...args: string[]) => run(process.execPath, ['--conditions=@coin/source', program, ...args]);

// In the second, a proposal changes the reward in a maintenance block that comes hours after its expiration.
const chains = [...recordedChains, ...furtherChains].toSorted();

describe.each(sampled(chains, 2))('audit of %s', (name) => {
  test('explains all coin that was burned, and equals the ledger', async () => {
    const { network, blocks } = readRecordedChain(name);
    const node = createChainNode(network);
    for (const { number, json } of blocks) if (number > 0) node.importBlock(json);
    const { url, close } = await serve(node);
    try {
      const last = String(blocks.at(-1)?.number);
      const args = ['audit', '--node', url, '--from', '1', '--to', last, '--format', 'ndjson'];
      const { stdout } = await coin(...args);
      const rows = stdout
        .trim()
        .split('\n')
        .map((line): Record<string, string> => JSON.parse(line));
      expect(rows).toHaveLength(Number(last) + 1);
      const { block, minted, unexplained, ...burned } = rows.at(-1) ?? {};
      expect([block, unexplained]).toEqual(['all', '0']);
      const supply = node.supply();
      const total = Object.values(burned).reduce((sum, amount) => sum + BigInt(amount), 0n);
      expect(total).toBe(supply.burned);
      // A share of the voting reward is rounded down for each witness, by the votes of its cycle.
      const rounding = BigInt(minted ?? 0) - supply.minted;
      expect(rounding < 0n ? -rounding : rounding).toBeLessThan(BigInt(3 * rows.length));
    } finally {
      await close();
    }
  });
});

test('node runs a full node until it is interrupted', async () => {
  const child = spawn(process.execPath, ['--conditions=@coin/source', program, 'node', '--port', '0', '--json']);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  const { stdout } = await coin('block', '--node', url, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, command: 'block' });
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
