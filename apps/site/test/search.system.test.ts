import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { searchOptions } from '../src/search/search-options.ts';

interface Index {
  readonly search: (words: string) => readonly { readonly id: string }[];
}

const SUPPORT = 'vitepress/dist/client/theme-default/support/local-search.js';

/** The index of the built site, read as the search box reads it. */
let index: Index;
beforeAll(async () => {
  const [file = ''] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: 'apps/site/dist' });
  const chunk = (await import(pathToFileURL(resolve('apps/site/dist', file)).href)) as { default: string };
  const { loadLocalSearchIndex } = (await import(SUPPORT)) as {
    loadLocalSearchIndex: (json: string, options: unknown) => Index;
  };
  index = loadLocalSearchIndex(chunk.default, searchOptions.miniSearch);
});

test.each([
  ['install', 'guides/get-started'],
  ['usdt', 'guides/usdt-transfer-cost'],
  ['three methods', 'guides/usdt-transfer-cost'],
  ['out of energy', 'guides/out-of-energy'],
  ['confirmations', 'guides/finality'],
  ['multisig', 'guides/pay-with-several-signers'],
  ['trongrid', 'guides/connect-to-nodes'],
  ['api key', 'guides/connect-to-nodes'],
  ['deposit', 'guides/accept-deposits'],
  ['hardware wallet', 'guides/sign-elsewhere'],
  ['faucet', 'guides/shared-network'],
  ['airdrop', 'guides/pay-out'],
  ['csv', 'guides/minted-coin'],
  ['websocket', 'guides/accept-deposits'],
  ['hardhat', 'guides/ethereum-tools'],
  ['remix', 'playground'],
  ['getBalance', 'packages/rpc/reference/accounts'],
  // The page of an error's code, which many other pages name.
  ['FEE_LIMIT_TOO_HIGH', 'errors/fee'],
  ['broadcast_rejected', 'errors/rpc'],
])('the search for %s finds its page first', (words, page) => {
  expect(index.search(words)[0]?.id.replace(/\.html.*/, '')).toBe(`/${page}`);
});
