import { createNodeClient, createRateLimit, custom, fallback, http } from '@coin/rpc';
import { quorum } from '@coin/rpc/proof';
import { expect, test } from 'vitest';

const URL = 'http://node.example';

test.each<[string, () => unknown, string]>([
  ['http of a call’s limit', () => http(URL, { timeoutMs: 300 } as never), 'timeoutMs'],
  ['http of a key in other letters', () => http(URL, { apikey: 'secret-key' } as never), 'apikey'],
  ['fallback of an attempt’s limit', () => fallback([URL], { totalTimeout: 300 } as never), 'totalTimeout'],
  ['quorum of a misspelt number', () => quorum([URL, URL], { atLeast: 2, atleast: 3 } as never), 'atleast'],
  ['custom of an unknown name', () => custom({ request: async () => '{}' }, { foo: 1 } as never), 'foo'],
  ['a rate limit of a misspelt burst', () => createRateLimit({ perSecond: 1, brust: 5 } as never), 'brust'],
  [
    'a rate limit with a store and a rate',
    () => createRateLimit({ store: { consume: async () => {} }, key: 'a', perSecond: 5 }),
    'perSecond',
  ],
  [
    'a client of its transport’s options',
    () => createNodeClient({ transport: URL, timeoutMs: 5 } as never),
    'timeoutMs',
  ],
])('%s is rejected, without its value', (_, create, argument) => {
  expect(create).toThrow(
    expect.objectContaining({
      code: 'ARGUMENT_INVALID',
      context: expect.objectContaining({ argument, value: '(hidden)' }),
    }),
  );
});
