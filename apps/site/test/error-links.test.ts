import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isRpcError, RpcError } from '@coin/rpc';
import { expect, test } from 'vitest';
import { findPages } from '../src/pages/find-pages.ts';
import { errorLinks, PUBLISHED_AT } from './support/error-links.ts';

const root = resolve(import.meta.dirname, '../../..');
const pages = findPages(root);
const links = errorLinks(pages);

test('every code of every package has a page', () => {
  const index = pages.find(({ source }) => source === 'docs/errors/README.md');
  const listed = [...(index?.text ?? '').matchAll(/\]\(([\w-]+\/\w+\.md)\)/g)].map(([, file]) => `docs/errors/${file}`);
  expect(listed.length).toBeGreaterThan(40);
  expect(links.map(({ source }) => source).toSorted()).toEqual(listed.toSorted());
});

test.each(links)('the message of $source ends with the address of its page', ({ route, link }) => {
  expect(link).toBe(`${PUBLISHED_AT}${route}.html`);
});

test('the workflow publishes the site where the links lead', () => {
  const workflow = readFileSync(`${root}/.github/workflows/site.yml`, 'utf8');
  const [, base] = /SITE_BASE: (\S+)/.exec(workflow) ?? [];
  expect(new URL(PUBLISHED_AT).pathname).toBe(base);
});

test('the short message is the message without its link', () => {
  const error = new RpcError('NETWORK_FAILED', { path: '/wallet/getaccount', reason: 'ENOTFOUND' });
  expect(error.message.split('\n')).toEqual([
    error.shortMessage,
    `Docs: ${PUBLISHED_AT}errors/rpc/NETWORK_FAILED.html`,
  ]);
  expect(isRpcError(error)).toBe(true);
});
