// What each option of a watch may be, and what its errors say.
import { createMemoryDepositStore, watchDeposits, type DepositStore } from '@coin/payments';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { clientOf } from '../support/client-of.ts';
import { simulateChain } from '../support/simulated-chain.ts';

useVirtualTime();

const chain = simulateChain();
const NOW = 1_795_231_232_000;
const { client } = clientOf(({ path, body }) => {
  const solid = path.startsWith('/walletsolidity') ? 60_000 : 0;
  return Response.json(chain.answer(path, body, NOW - solid) ?? {});
});
const watchWith = (options: object) => watchDeposits({ client, store: createMemoryDepositStore(), ...options });

test.each<[string, readonly unknown[], readonly unknown[]]>([
  ['name', ['a', 'import-7'], ['', 5, null]],
  ['confirmations', ['solid', 1, 100], [0, -1, 1.5, '1', 'head', null]],
  ['fromBlock', [0, 5], [-1, 0.5, '1', null]],
  ['toBlock', [0, 5], [-1, 0.5, '1', null]],
  ['pollMs', [1, 3000], [0, 0.5, '1']],
  ['maxOutageMs', [0, 1], [-1, '1']],
  ['tokens', [[]], ['T', {}]],
  ['tokenIds', [[], ['1000001']], ['1000001']],
  ['addresses', [new Set(), new Set(['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'])], [new Set(['41aa']), new Set([5])]],
])('%s is checked before anything is read', (name, right, wrong) => {
  for (const value of right) expect(() => watchWith({ [name]: value })).not.toThrow();
  for (const value of wrong)
    expect(() => watchWith({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument: name }) }),
    );
});

test('a last block is not before the first one', () => {
  expect(() => watchWith({ fromBlock: 5, toBlock: 4 })).toThrow('an integer of 5 or more');
});

test('an unknown option is named with the known one that is most like it', () => {
  expect(() => watchWith({ token: [] })).toThrow('Did you mean tokens?');
});

describe('fails with', () => {
  const failing = (change: Partial<DepositStore>) => watchWith({ store: { ...createMemoryDepositStore(), ...change } });

  test('STORE_FAILED when the store throws, and with its own error when it is damaged', async () => {
    const readWatch = async () => {
      throw new Error('disk full');
    };
    await expect(failing({ readWatch }).next()).rejects.toMatchObject({
      code: 'STORE_FAILED',
      context: { method: 'readWatch', reason: 'disk full' },
    });
    const damaged = async (name: string) => ({ name, version: 1, state: '{"cursor":5}' });
    await expect(failing({ readWatch: damaged }).next()).rejects.toMatchObject({
      code: 'RECORD_INVALID',
      context: { key: 'watch/deposits', field: 'cursor' },
    });
  });
});
