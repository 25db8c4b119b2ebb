import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createMockNode, type MockNode } from '@coin/mock-node';
import { type Case, type Source } from '../case.ts';
import { transactionCases } from '../transaction-cases.ts';
import { answerCases } from './answer-cases.ts';
import { exclusions } from './exclusions.ts';
import { findTransactions, type Page, readPage } from './page.ts';
import { rowCases } from './row-cases.ts';

/** The mock node has an endpoint, with the methods of its page. */
const methodCases = (node: MockNode, { endpoint, methods }: Page): readonly Case[] =>
  methods.map((method) => ({
    name: `${method} ${endpoint}`,
    check: async () => {
      const { status } = await node.fetch(`http://node/wallet/${endpoint}`, {
        method,
        ...(method === 'POST' && { body: '{}' }),
      });
      assert.equal(status, 200);
    },
  }));

/** The network's own pages about its HTTP endpoints, written for java-tron 4.8.2. */
export const httpDocs: Source = {
  name: 'http-docs',
  origin: 'tronprotocol/documentation-en 8f3209ef53d7, docs/api/http',
  licence: 'none stated, so it is fetched when asked',
  read: (folder) => {
    const node = createMockNode();
    const http = join(folder, 'docs/api/http');
    const pages = readdirSync(http, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\/.*\.md$/u.test(file))
      .toSorted()
      .map((file) => readPage(join(http, file)));
    return [
      ...pages.flatMap((page) => [...methodCases(node, page), ...rowCases(node, page), ...answerCases(page)]),
      ...transactionCases(pages.flatMap(findTransactions)),
    ];
  },
  exclusions,
};
