import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createMockNode, type NetworkDescription } from '../../src/index.ts';
import { post } from '../support/post.ts';

// A dump of each version of the format, as a release wrote it. These files are never written again.
const folder = `${import.meta.dirname}/../fixtures/dumps`;
const files = readdirSync(folder);

/** What a node writes after it has loaded a dump and made a cycle's blocks. */
interface Loaded {
  readonly network: NetworkDescription;
  readonly pending: readonly string[];
  readonly head: { readonly blocks: readonly unknown[]; readonly accounts: object };
}

test('there is a dump of each version', () => {
  const { version } = JSON.parse(createMockNode().dump()) as { readonly version: number };
  expect(files).toEqual(Array.from({ length: version }, (_, index) => `version-${index + 1}.json.br`));
});

test.each(files)('%s loads, keeps all of its records, and continues', async (file) => {
  const text = brotliDecompressSync(readFileSync(`${folder}/${file}`)).toString();
  const dump = JSON.parse(text) as Loaded;
  const node = createMockNode({ network: dump.network });
  node.load(text);
  const { head, pending } = JSON.parse(node.dump()) as Loaded;
  expect([head.blocks.length, Object.keys(head.accounts).length, pending.length]).toEqual([
    dump.head.blocks.length,
    Object.keys(dump.head.accounts).length,
    dump.pending.length,
  ]);
  expect(pending.length).toBeGreaterThan(0);
  node.mine();
  node.advanceCycle();
  const block = (await post(node, '/wallet/getnowblock', {})) as {
    readonly block_header: { readonly raw_data: { readonly number: number } };
  };
  expect(block.block_header.raw_data.number).toBe(dump.head.blocks.length + 1);
});
