// An account's stake of both versions, its own and delegated: nothing of its coin may be missing from a sum.
import { getAccount, totalBalance } from '@coin/rpc';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { JUDY } from '../support/judy.ts';

const amount = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1e12 }));
const first = fc.record({ frozen_balance: amount, expire_time: fc.constant(1_600_000_000_000) });
const second = fc.record({ type: fc.constantFrom('BANDWIDTH', 'ENERGY', 'TRON_POWER'), amount }, { requiredKeys: [] });
const optional = { requiredKeys: [] };
const accounts = fc.record(
  {
    balance: amount,
    allowance: amount,
    frozen: fc.array(first, { maxLength: 2 }),
    tron_power: first,
    delegated_frozen_balance_for_bandwidth: amount,
    acquired_delegated_frozen_balance_for_bandwidth: amount,
    delegated_frozenV2_balance_for_bandwidth: amount,
    acquired_delegated_frozenV2_balance_for_bandwidth: amount,
    account_resource: fc.record(
      {
        frozen_balance_for_energy: first,
        delegated_frozen_balance_for_energy: amount,
        acquired_delegated_frozen_balance_for_energy: amount,
        delegated_frozenV2_balance_for_energy: amount,
        acquired_delegated_frozenV2_balance_for_energy: amount,
      },
      optional,
    ),
    frozenV2: fc.array(second, { maxLength: 3 }),
    unfrozenV2: fc.array(fc.record({ unfreeze_amount: amount, unfreeze_expire_time: fc.constant(5) }), {
      maxLength: 3,
    }),
  },
  optional,
);

/** All amounts in an answer; those of other accounts and the rewards are no coin of the account. */
function sumOf(wire: unknown): bigint {
  if (typeof wire !== 'object' || wire === null) return 0n;
  return Object.entries(wire).reduce((sum, [key, value]: [string, unknown]) => {
    if (key.startsWith('acquired') || key === 'allowance' || key.endsWith('time')) return sum;
    return sum + (typeof value === 'number' ? BigInt(value) : sumOf(value));
  }, 0n);
}

const read = async (wire: object) => {
  const account = await getAccount(clientWithAnswers(Response.json({ address: JUDY, ...wire })).client, {
    address: JUDY,
  });
  if (account === undefined) throw new Error('there is no account');
  return account;
};

test('the total of an account is all coin that the node lists as its own', () =>
  fc.assert(
    fc.asyncProperty(accounts, async (wire) => {
      expect(totalBalance(await read(wire))).toBe(sumOf(wire));
    }),
  ));

test('each stake says for which resource it is, of which version, and whether it is delegated', async () => {
  const { staked } = await read({
    frozen: [{ frozen_balance: 1, expire_time: 11 }],
    tron_power: { frozen_balance: 2, expire_time: 12 },
    delegated_frozen_balance_for_bandwidth: 3,
    delegated_frozenV2_balance_for_bandwidth: 4,
    account_resource: {
      frozen_balance_for_energy: { frozen_balance: 5, expire_time: 15 },
      delegated_frozen_balance_for_energy: 6,
      delegated_frozenV2_balance_for_energy: 7,
    },
    frozenV2: [{ amount: 8 }, { type: 'ENERGY', amount: 9 }, { type: 'TRON_POWER' }],
  });
  expect(staked).toStrictEqual([
    { resource: 'BANDWIDTH', amount: 8n },
    { resource: 'ENERGY', amount: 9n },
    { resource: 'TRON_POWER', amount: 0n },
    { resource: 'BANDWIDTH', amount: 4n, delegated: true },
    { resource: 'ENERGY', amount: 7n, delegated: true },
    { resource: 'BANDWIDTH', amount: 1n, version: 1, expireTime: 11 },
    { resource: 'ENERGY', amount: 5n, version: 1, expireTime: 15 },
    { resource: 'TRON_POWER', amount: 2n, version: 1, expireTime: 12 },
    { resource: 'BANDWIDTH', amount: 3n, delegated: true, version: 1 },
    { resource: 'ENERGY', amount: 6n, delegated: true, version: 1 },
  ]);
});
