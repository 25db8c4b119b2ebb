import { createMockNode } from '@coin/mock-node';
import { expect, test } from 'vitest';
import { assertChangesBalances, type BalanceChanges, type BalanceSource } from '../../src/index.ts';
import { messageOf } from '../support/assertion-message.ts';

const contract = `41${'c2'.repeat(20)}`;
const node = createMockNode();

test.each<[string, () => Promise<void>, RegExp]>([
  [
    'a change that is not a function',
    () => assertChangesBalances(5 as never, node, {}),
    /^Invalid action ".*": it must be a function/,
  ],
  [
    'an invalid account',
    () => assertChangesBalances(() => 0, node, { me: 1n }),
    /^Invalid changes ".*": it must be an address/,
  ],
  [
    'a change that is a text',
    () => assertChangesBalances(() => 0, node, { [contract]: '1' as never }),
    /^Invalid changes\.41/,
  ],
])('%s is rejected', async (_, assertion, message) => {
  await expect(assertion()).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    message: expect.stringMatching(message),
  });
});

test('compares changes of balances exactly, and reports every difference', async () => {
  const chain = createMockNode();
  const [one, two] = chain.accounts.map(({ address }) => address) as [string, string];
  const large = 2n ** 53n + 1n;
  const move = () => {
    chain.setBalance(one, 1_000_000_000_000n - 1_500n);
    chain.setBalance(two, large);
  };
  const changes = (source: BalanceSource, expected: BalanceChanges) =>
    messageOf(async () => {
      const start = chain.snapshot();
      await assertChangesBalances(move, source, expected).finally(() => chain.revert(start));
    });
  const gained = large - 1_000_000_000_000n;
  expect(await changes(chain, { [one]: -1_500, [two]: gained })).toBeUndefined();
  expect(await changes(chain, { [one]: -1_500n, [two]: gained - 1n })).toBe(
    `Expected a change of ${two} by +9,006,199,254,740,992 small units, but it changed by +9,006,199,254,740,993.`,
  );
  expect(await changes(() => 5n, { [one]: 1, [two]: -1 })).toBe(
    `Expected a change of ${one} by +1, but it changed by 0; of ${two} by -1, but it changed by 0.`,
  );
  const error: unknown = await assertChangesBalances(() => 0, chain, { [one]: 1 }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'AssertionError', expected: { [one]: 1n }, actual: { [one]: 0n } });
  await expect(assertChangesBalances(() => Promise.reject(new Error('mine')), chain, {})).rejects.toThrow('mine');
});
