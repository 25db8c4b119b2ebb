import { describe, expect, test } from 'vitest';
import { createStakeState } from '../../../src/ledger/contracts/stake-state.ts';
import { createVoteState } from '../../../src/ledger/contracts/vote-state.ts';
import { existingAccount, getAccount, putAccount } from '../../../src/state/accessors/accounts.ts';
import { getPendingVotes } from '../../../src/state/accessors/pending-votes.ts';
import { putReward } from '../../../src/state/accessors/rewards.ts';
import { putWitness } from '../../../src/state/accessors/witnesses.ts';
import { type State } from '../../../src/state/root.ts';
import { addresses, atSlot, createLedger, genesisWitness, type ParameterValues } from '../../support/staking-ledger.ts';

const [owner, other] = addresses;
const coins = (amount: bigint): bigint => amount * 1_000_000n;
const DAY = 86_400_000;

function ledgerWithContract(parameters: ParameterValues = {}): State {
  const state = createLedger({
    parameters,
    accounts: [{ address: owner, balance: coins(100n), type: 'Contract' }, { address: other }],
  });
  atSlot(state, 1000);
  return state;
}

describe('stake of contracts', () => {
  test('counts in the weight until it is unfrozen, and a rejected operation changes nothing', () => {
    const state = ledgerWithContract();
    const stakes = createStakeState(state);
    const before = state.root;
    expect(stakes.freezeV2({ owner, amount: 999_999n, resource: 1 })).toBe(false);
    expect(stakes.freezeV2({ owner, amount: coins(101n), resource: 1 })).toBe(false);
    expect(stakes.freezeV2({ owner, amount: coins(1n), resource: 2 })).toBe(false);
    expect(stakes.unfreezeV2({ owner, amount: 1n, resource: 1 })).toBeUndefined();
    expect(state.root).toBe(before);
    expect(stakes.freezeV2({ owner, amount: coins(60n), resource: 1 })).toBe(true);
    expect(getAccount(state, owner)).toMatchObject({ balance: coins(40n), frozen: { ENERGY: coins(60n) } });
    expect(stakes.unfreezeV2({ owner, amount: coins(20n), resource: 1 })).toBe(0n);
    expect(stakes.getChainParameter(4n)).toBe(40n);
    expect(stakes.availableUnfreezeV2Size(owner)).toBe(31n);
    const until = 3_000_000 + 14 * DAY;
    expect(stakes.expireUnfreezeBalanceV2(owner, BigInt(until - 1))).toBe(0n);
    expect(stakes.expireUnfreezeBalanceV2(owner, BigInt(until))).toBe(coins(20n));
    expect(stakes.withdrawExpireUnfreeze(owner)).toBe(0n);
    atSlot(state, until / 3000);
    expect(createStakeState(state).withdrawExpireUnfreeze(owner)).toBe(coins(20n));
    expect(existingAccount(state, owner).balance).toBe(coins(60n));
  });

  test('returns one entry at a time when unfreezes are cancelled', () => {
    const state = ledgerWithContract({ getAllowCancelAllUnfreezeV2: 0n });
    const stakes = createStakeState(state);
    expect(stakes.cancelAllUnfreezeV2(owner)).toBe(0n);
    stakes.freezeV2({ owner, amount: coins(10n), resource: 0 });
    stakes.unfreezeV2({ owner, amount: 1_500_000n, resource: 0 });
    stakes.unfreezeV2({ owner, amount: 1_500_000n, resource: 0 });
    expect(stakes.getChainParameter(2n)).toBe(7n);
    expect(stakes.cancelAllUnfreezeV2(owner)).toBe(0n);
    expect(stakes.getChainParameter(2n)).toBe(10n);
    expect(getAccount(state, owner)).toMatchObject({ frozen: { BANDWIDTH: coins(10n) }, unfreezing: [] });
  });

  test('can be delegated without a lock to accounts that are not contracts', () => {
    const state = ledgerWithContract();
    const stakes = createStakeState(state);
    stakes.freezeV2({ owner, amount: coins(10n), resource: 1 });
    const request = { owner, receiver: other, amount: coins(4n), resource: 1 } as const;
    expect(stakes.delegateResource({ ...request, receiver: owner })).toBe(false);
    expect(stakes.delegateResource({ ...request, amount: coins(11n) })).toBe(false);
    expect(stakes.delegateResource({ ...request, receiver: addresses[3] })).toBe(false);
    expect(stakes.undelegateResource(request)).toBe(false);
    expect(stakes.delegateResource(request)).toBe(true);
    expect(stakes.delegatedResourceV2({ from: owner, to: other, resource: 1 })).toBe(coins(4n));
    expect(stakes.totalAcquiredResource(other, 1)).toBe(coins(4n));
    expect(stakes.totalDelegatedResource(owner, 1)).toBe(coins(4n));
    expect(stakes.canSelfDestruct(owner)).toBe(false);
    expect(stakes.undelegateResource({ ...request, amount: coins(5n) })).toBe(false);
    expect(stakes.undelegateResource(request)).toBe(true);
    expect(stakes.canSelfDestruct(owner)).toBe(true);
    putAccount(state, { ...existingAccount(state, other), type: 'Contract' });
    expect(stakes.delegateResource(request)).toBe(false);
  });
});

describe('votes of contracts', () => {
  function voting(): { state: State; witnesses: readonly string[] } {
    const state = ledgerWithContract();
    const witnesses = Array.from({ length: 5 }, (_, index) => `41${(index * 37 + 11).toString(16).padStart(40, '0')}`);
    for (const address of witnesses) putWitness(state, { ...genesisWitness(state), address });
    createStakeState(state).freezeV2({ owner, amount: coins(50n), resource: 1 });
    return { state, witnesses };
  }

  test('are merged per witness, without counts of 0, in the order of a Java hash map', () => {
    const { state, witnesses } = voting();
    const votes = createVoteState(state);
    const [one = '', two = ''] = witnesses;
    const list = [
      { witness: two, count: 3n },
      { witness: one, count: 0n },
      { witness: two, count: 4n },
    ];
    expect(votes.voteWitness({ owner, votes: list })).toBe(true);
    expect(votes.getVotes(owner)).toEqual([{ witness: two, count: 7n }]);
    const all = witnesses.map((witness) => ({ witness, count: 1n }));
    expect(votes.voteWitness({ owner, votes: all })).toBe(true);
    const ordered = votes.getVotes(owner);
    expect(ordered).not.toEqual(all);
    expect(votes.voteWitness({ owner, votes: all.toReversed() })).toBe(true);
    expect(votes.getVotes(owner)).toEqual(ordered);
    expect(getPendingVotes(state, owner)).toEqual({ before: [], after: votes.getVotes(owner) });
  });

  test('are rejected without effect when they are too high, too many, negative or for an unknown witness', () => {
    const { state, witnesses } = voting();
    const votes = createVoteState(state);
    const [one = ''] = witnesses;
    const { root } = state;
    const rejected = [
      [{ witness: one, count: 51n }],
      [{ witness: one, count: -1n }],
      [{ witness: other, count: 1n }],
      [
        { witness: one, count: 2n ** 62n },
        { witness: one, count: 2n ** 62n },
      ],
      Array.from({ length: 31 }, () => ({ witness: one, count: 1n })),
    ];
    for (const list of rejected) expect(votes.voteWitness({ owner, votes: list })).toBe(false);
    expect(state.root).toBe(root);
  });

  test('earn rewards that are paid out in full, and once', () => {
    const { state, witnesses } = voting();
    const votes = createVoteState(state);
    const [one = ''] = witnesses;
    votes.voteWitness({ owner, votes: [{ witness: one, count: 10n }] });
    state.root = { ...state.root, properties: { ...state.root.properties, cycle: 4 } };
    putReward(state, `0-${one}-vi`, 10n ** 18n);
    putReward(state, `3-${one}-vi`, 6n * 10n ** 18n);
    expect(votes.queryReward(owner)).toBe(50n);
    expect(votes.withdrawReward({ owner, now: 77 })).toBe(50n);
    expect(getAccount(state, owner)).toMatchObject({
      balance: coins(50n) + 50n,
      allowance: 0n,
      latestWithdrawTime: 77,
    });
    expect(votes.withdrawReward({ owner, now: 78 })).toBe(0n);
    expect(existingAccount(state, owner).latestWithdrawTime).toBe(77);
    expect(votes.settleAndCancelVotes({ owner, now: 99 })).toBe(true);
    expect(votes.getVotes(owner)).toEqual([]);
    expect(getPendingVotes(state, owner)?.after).toEqual([]);
  });

  test('earn nothing if the balance would exceed 64 bits', () => {
    const { state } = voting();
    putAccount(state, { ...existingAccount(state, owner), balance: 2n ** 63n - 1n, allowance: 1n });
    const { root } = state;
    expect(createVoteState(state).withdrawReward({ owner, now: 1 })).toBeUndefined();
    expect(state.root).toBe(root);
  });
});
