import { expect, test } from 'vitest';
import { addStandingDelegation, findReturnable } from '../../src/resources/schedule/staker.ts';

const network = { energy: { limit: 1n, weight: 1n }, bandwidth: { limit: 1n, weight: 1n } };

// Source: docs/protocol/staking.md, UnDelegateResourceContract: a lock counts as expired when its end is before now.
test.each([
  ['a millisecond before its end', -1, 5n],
  ['at its end', 0, 5n],
  ['a millisecond after its end', 1, 12n],
])('a locked delegation %s', (_, delay, returnable) => {
  const lockedUntil = 1_700_000_000_000;
  const unlocked = addStandingDelegation({}, { to: 'TWallet', amount: 5n });
  const rows = addStandingDelegation(unlocked, { to: 'TWallet', amount: 7n, lockedUntil });
  const staker = { owner: 'TStaker', ledger: { network, accounts: {} } as never, rows, pending: [] };
  expect(findReturnable(staker, 'TWallet', lockedUntil + delay)).toBe(returnable);
});
