import { describe, expect, test } from 'vitest';
import type { StakeState, VoteState, WorldState } from '../../src/vm/index.ts';
import { vmRules } from '../../src/vm/index.ts';
import {
  alice,
  assemble,
  bob,
  callIn,
  contract,
  mainnetParameters,
  ran,
  RETURN_TOP,
  word,
  world,
} from '../support/vm-harness.ts';

type Stakes = Partial<StakeState>;
type Votes = Partial<VoteState>;

function stateWith(code: string, stakes: Stakes, votes: Votes = {}): WorldState {
  const state = world({ contracts: { [contract]: { code: assemble(code), balance: 100n } } });
  return { ...state, stakes: { ...state.stakes, ...stakes }, votes: { ...state.votes, ...votes } };
}

function run(code: string, stakes: Stakes, votes: Votes = {}, rules = vmRules(mainnetParameters)) {
  const result = ran(callIn(stateWith(`${code} ${RETURN_TOP}`, stakes, votes), { rules }));
  if (result.exception !== undefined) throw new Error(result.exception.message);
  return {
    energy: result.energyUsed,
    top: BigInt(`0x${Buffer.from(result.output).toString('hex')}`),
    listed: result.internalTransactions.map(({ note, value, rejected, transferTo }) => [
      note,
      value,
      rejected,
      transferTo,
    ]),
    extra: result.internalTransactions[0]?.extra,
  };
}

/** What RETURN_TOP costs. */
const tail = 3n + 4n + 3n + 3n;

describe('staking', () => {
  test('FREEZEBALANCEV2 asks the ledger and lists what it asked for', () => {
    const asked: unknown[] = [];
    const freezeV2 = (args: unknown): boolean => asked.push(args) > 0;
    const done = run('500 1 FREEZEBALANCEV2', { freezeV2 });
    expect(done.top).toBe(1n);
    expect(done.energy - tail).toBe(6n + 10_000n);
    expect(asked).toEqual([{ owner: contract, amount: 500n, resource: 1 }]);
    expect(done.listed).toEqual([['freezeBalanceV2ForEnergy', 500n, false, contract]]);
    run('500 7 FREEZEBALANCEV2', { freezeV2 });
    expect(asked[1]).toEqual({ owner: contract, amount: 500n, resource: -1 });
    const refused = run('500 0 FREEZEBALANCEV2', { freezeV2: () => false });
    expect([refused.top, refused.listed]).toEqual([0n, [['freezeBalanceV2ForBandwidth', 500n, true, contract]]]);
    const beyond = run(`${2n ** 64n} 2 FREEZEBALANCEV2`, { freezeV2 });
    expect([beyond.top, beyond.listed]).toEqual([0n, [['freezeBalanceV2ForTronPower', 0n, true, contract]]]);
  });

  test('a refused operation leaves nothing that the ledger changed before it refused', () => {
    const state = stateWith(`1 0 FREEZEBALANCEV2 ${RETURN_TOP}`, {});
    const careless = {
      ...state,
      stakes: { ...state.stakes, freezeV2: () => (state.addBalance(contract, -50n), false) },
    };
    ran(callIn(careless));
    expect(state.getBalance(contract)).toBe(100n);
  });

  test('UNFREEZEBALANCEV2 and CANCELALLUNFREEZEV2 list what they paid out beside', () => {
    const unfrozen = run('5 1 UNFREEZEBALANCEV2', { unfreezeV2: () => 9n });
    expect(unfrozen.listed).toEqual([
      ['unfreezeBalanceV2ForEnergy', 5n, false, contract],
      ['withdrawExpireUnfreezeWhileUnfreezing', 9n, false, contract],
    ]);
    const cancelled = run('CANCELALLUNFREEZEV2', { cancelAllUnfreezeV2: () => 4n });
    expect(cancelled.listed.map(([note]) => note)).toEqual([
      'cancelAllUnfreezeV2',
      'withdrawExpireUnfreezeWhileCanceling',
    ]);
    expect(run('CANCELALLUNFREEZEV2', { cancelAllUnfreezeV2: () => 0n })).toMatchObject({
      top: 1n,
      listed: { length: 1 },
    });
  });

  test('WITHDRAWEXPIREUNFREEZE pushes what it paid', () => {
    expect(run('WITHDRAWEXPIREUNFREEZE', { withdrawExpireUnfreeze: () => 77n })).toMatchObject({
      top: 77n,
      listed: [['withdrawExpireUnfreeze', 77n, false, contract]],
    });
    expect(run('WITHDRAWEXPIREUNFREEZE', {})).toMatchObject({
      top: 0n,
      listed: [['withdrawExpireUnfreeze', 0n, true, contract]],
    });
  });

  test('DELEGATERESOURCE and UNDELEGATERESOURCE name the receiver', () => {
    const asked: unknown[] = [];
    const record = (args: unknown): boolean => asked.push(args) > 0;
    const stakes = { delegateResource: record, undelegateResource: record };
    expect(run(`${word(bob)} 5 1 DELEGATERESOURCE`, stakes).listed).toEqual([
      ['delegateResourceOfEnergy', 5n, false, bob],
    ]);
    expect(run(`${word(bob)} 6 0 UNDELEGATERESOURCE`, stakes).listed).toEqual([
      ['unDelegateResourceOfBandwidth', 6n, false, bob],
    ]);
    expect(asked).toEqual([
      { owner: contract, receiver: bob, amount: 5n, resource: 1 },
      { owner: contract, receiver: bob, amount: 6n, resource: 0 },
    ]);
  });

  test('version 1 exists with its rule only, and does nothing once version 2 is on', () => {
    const one = vmRules({ ...mainnetParameters, getAllowTvmFreeze: 1n, getUnfreezeDelayDays: 0n });
    const both = vmRules({ ...mainnetParameters, getAllowTvmFreeze: 1n });
    const freeze = `${word(alice)} 5 1 FREEZE`;
    expect(run(freeze, { freezeV1: () => true }, {}, one)).toMatchObject({
      top: 1n,
      listed: [['freezeForEnergy', 5n, false, alice]],
    });
    expect(run(freeze, { freezeV1: () => true }, {}, both)).toMatchObject({ top: 0n, listed: [] });
    expect(run(freeze, {}, {}, one).energy - tail).toBe(9n + 20_000n);
    expect(run(`${word(bob)} 5 1 FREEZE`, {}, {}, one).energy - tail).toBe(9n + 45_000n);
    expect(run(`${word(bob)} 0 UNFREEZE`, { unfreezeV1: () => 3n }, {}, one)).toMatchObject({
      top: 1n,
      listed: [['unfreezeForBandwidth', 3n, false, bob]],
    });
    expect(run(`${word(bob)} 0 FREEZEEXPIRETIME`, { freezeV1ExpireTime: () => 5999n }, {}, one).top).toBe(5n);
    expect(() => run(freeze, {})).toThrow('Invalid operation code: opCode[d5];');
  });
});

describe('voting', () => {
  /** Two arrays in memory, lengths first, and the instruction over them. */
  const vote = (witnesses: readonly string[], counts: readonly number[], claimed = counts.length): string => {
    const words = [String(witnesses.length), ...witnesses.map(word), String(counts.length), ...counts.map(String)];
    const stores = words.map((value, i) => `${value} ${32 * i} MSTORE`).join(' ');
    return `${stores} 0 ${witnesses.length} ${32 * (witnesses.length + 1)} ${claimed} VOTEWITNESS`;
  };

  test('VOTEWITNESS reads both arrays and tells the ledger', () => {
    const asked: unknown[] = [];
    const done = run(vote([alice, bob], [3, 4]), {}, { voteWitness: (args) => asked.push(args) > 0 });
    expect(done.top).toBe(1n);
    expect(asked).toEqual([
      {
        owner: contract,
        votes: [
          { witness: alice, count: 3n },
          { witness: bob, count: 4n },
        ],
      },
    ]);
    expect(done.listed).toEqual([['voteWitness', 0n, false, '']]);
    expect(done.extra).toMatch(
      /^\{"votes":\[\{"vote_address":"T\w{33}","vote_count":3\},\{"vote_address":"T\w{33}","vote_count":4\}\]\}$/u,
    );
  });

  test('VOTEWITNESS refuses what the ledger refuses, and arrays of different lengths', () => {
    expect(run(vote([alice], [3]), {}, { voteWitness: () => false })).toMatchObject({
      top: 0n,
      listed: [['voteWitness', 0n, true, '']],
    });
    expect(run(vote([alice, bob], [3]), {}, { voteWitness: () => true })).toMatchObject({
      top: 0n,
      listed: [['voteWitness', 0n, false, '']],
    });
    expect(() => run(vote([alice], [3], 2), {})).toThrow('memory array length do not match length parameter!');
  });

  test('VOTEWITNESS costs 30,000 and the memory of its arrays, with their lengths by rule', () => {
    const used = (parameters: object): bigint => {
      const state = stateWith('0 0 0 0 VOTEWITNESS', {}, {});
      return ran(callIn(state, { rules: vmRules({ ...mainnetParameters, ...parameters }) })).energyUsed;
    };
    expect(used({})).toBe(12n + 30_000n + 3n);
    expect(used({ getAllowEnergyAdjustment: 0n })).toBe(12n + 30_000n);
  });

  test('WITHDRAWREWARD pushes what was paid', () => {
    const asked: unknown[] = [];
    const withdrawReward = (args: unknown): bigint => BigInt(asked.push(args)) * 55n;
    expect(run('WITHDRAWREWARD', {}, { withdrawReward })).toMatchObject({ top: 55n, energy: 20_000n + tail });
    expect(asked).toEqual([{ owner: contract, now: 1_700_000_001_000 }]);
    expect(run('WITHDRAWREWARD', {}, { withdrawReward: () => undefined })).toMatchObject({
      top: 0n,
      listed: [['withdrawReward', 0n, true, contract]],
    });
  });

  test('SELFDESTRUCT settles rewards first', () => {
    const state = stateWith(`${word(alice)} SUICIDE`, {}, {});
    const settled = {
      ...state,
      votes: { ...state.votes, settleAndCancelVotes: () => (state.addBalance(contract, 5n), true) },
    };
    expect(ran(callIn(settled)).internalTransactions[0]?.value).toBe(105n);
    const beyond = { ...state, votes: { ...state.votes, settleAndCancelVotes: () => false } };
    expect(ran(callIn(beyond)).exception?.message).toBe('Suicide: balance and allowance out of long range.');
  });
});
