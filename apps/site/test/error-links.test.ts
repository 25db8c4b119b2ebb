import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isRpcError, RpcError } from '@coin/rpc';
import { expect, test } from 'vitest';
import { findPages } from '../src/pages/find-pages.ts';
import { errorLinks, PUBLISHED_AT } from './support/error-links.ts';

const root = resolve(import.meta.dirname, '../../..');
const pages = findPages(root);
const links = errorLinks(pages);

test('every code of every package has a section', () => {
  const index = pages.find(({ source }) => source === 'docs/errors/README.md');
  const listed = [...(index?.text ?? '').matchAll(/\]\(([\w-]+)\.md#(\w+)\)/g)].map(
    ([, name, anchor]) => `${name} ${anchor}`,
  );
  expect(listed.length).toBeGreaterThan(40);
  expect(links.map(({ packageName, code }) => `${packageName} ${code.toLowerCase()}`).toSorted()).toEqual(
    listed.toSorted(),
  );
});

test.each(links)(
  'the message of $packageName $code ends with the address of its section',
  ({ packageName, code, link }) => {
    expect(link).toBe(`${PUBLISHED_AT}errors/${packageName}.html#${code.toLowerCase()}`);
  },
);

test('the workflow publishes the site where the links lead', () => {
  const workflow = readFileSync(`${root}/.github/workflows/site.yml`, 'utf8');
  const [, base] = /SITE_BASE: (\S+)/.exec(workflow) ?? [];
  expect(new URL(PUBLISHED_AT).pathname).toBe(base);
});

test('the short message is the message without its link', () => {
  const error = new RpcError('NETWORK_FAILED', { path: '/wallet/getaccount', reason: 'ENOTFOUND' });
  expect(error.message.split('\n')).toEqual([
    error.shortMessage,
    `Docs: ${PUBLISHED_AT}errors/rpc.html#network_failed`,
  ]);
  expect(isRpcError(error)).toBe(true);
});
