import { describe, expect, test } from 'vitest';
import { type VmRules, type WorldState, vmRules } from '../../src/vm/index.ts';
import {
  alice,
  assemble,
  bob,
  callIn,
  contract,
  mainnet,
  mainnetParameters,
  osaka,
  outcomeOf,
  RETURN_TOP,
  word,
  world,
} from '../support/vm-harness.ts';

type Stakes = Partial<WorldState['stakes']>;
type Votes = Partial<WorldState['votes']>;

function stateWith(code: string, stakes: Stakes, votes: Votes = {}): WorldState {
  const state = world({ contracts: { [contract]: { code: assemble(code), balance: 100n } } });
  return { ...state, stakes: { ...state.stakes, ...stakes }, votes: { ...state.votes, ...votes } };
}

function run(code: string, stakes: Stakes, votes: Votes = {}, rules = vmRules(mainnetParameters)) {
  const result = outcomeOf(callIn(stateWith(`${code} ${RETURN_TOP}`, stakes, votes), { rules }));
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

/** The energy that RETURN_TOP costs. */
const TAIL = 3n + 4n + 3n + 3n;

describe('staking', () => {
  test('FREEZEBALANCEV2 stakes in the ledger and adds an internal transaction with the requested amount', () => {
    const requests: unknown[] = [];
    const freezeV2 = (args: unknown): boolean => requests.push(args) > 0;
    const done = run('500 1 FREEZEBALANCEV2', { freezeV2 });
    expect(done.top).toBe(1n);
    expect(done.energy - TAIL).toBe(6n + 10_000n);
    expect(requests).toEqual([{ owner: contract, amount: 500n, resource: 1 }]);
    expect(done.listed).toEqual([['freezeBalanceV2ForEnergy', 500n, false, contract]]);
    run('500 7 FREEZEBALANCEV2', { freezeV2 });
    expect(requests[1]).toEqual({ owner: contract, amount: 500n, resource: -1 });
    const failed = run('500 0 FREEZEBALANCEV2', { freezeV2: () => false });
    expect([failed.top, failed.listed]).toEqual([0n, [['freezeBalanceV2ForBandwidth', 500n, true, contract]]]);
    const overflowing = run(`${2n ** 64n} 2 FREEZEBALANCEV2`, { freezeV2 });
    expect([overflowing.top, overflowing.listed]).toEqual([0n, [['freezeBalanceV2ForTronPower', 0n, true, contract]]]);
  });

  test("a failed operation reverts the ledger's earlier changes", () => {
    const state = stateWith(`1 0 FREEZEBALANCEV2 ${RETURN_TOP}`, {});
    const staked = {
      ...state,
      stakes: { ...state.stakes, freezeV2: () => (state.addBalance(contract, -50n), false) },
    };
    outcomeOf(callIn(staked));
    expect(state.getBalance(contract)).toBe(100n);
  });

  test('UNFREEZEBALANCEV2 and CANCELALLUNFREEZEV2 add an internal transaction when they pay out expired unfreezes', () => {
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

  test('WITHDRAWEXPIREUNFREEZE pushes the amount paid', () => {
    expect(run('WITHDRAWEXPIREUNFREEZE', { withdrawExpireUnfreeze: () => 77n })).toMatchObject({
      top: 77n,
      listed: [['withdrawExpireUnfreeze', 77n, false, contract]],
    });
    expect(run('WITHDRAWEXPIREUNFREEZE', {})).toMatchObject({
      top: 0n,
      listed: [['withdrawExpireUnfreeze', 0n, true, contract]],
    });
  });

  test('DELEGATERESOURCE and UNDELEGATERESOURCE pass the receiver on', () => {
    const requests: unknown[] = [];
    const record = (args: unknown): boolean => requests.push(args) > 0;
    const stakes = { delegateResource: record, undelegateResource: record };
    expect(run(`${word(bob)} 5 1 DELEGATERESOURCE`, stakes).listed).toEqual([
      ['delegateResourceOfEnergy', 5n, false, bob],
    ]);
    expect(run(`${word(bob)} 6 0 UNDELEGATERESOURCE`, stakes).listed).toEqual([
      ['unDelegateResourceOfBandwidth', 6n, false, bob],
    ]);
    expect(requests).toEqual([
      { owner: contract, receiver: bob, amount: 5n, resource: 1 },
      { owner: contract, receiver: bob, amount: 6n, resource: 0 },
    ]);
  });

  test('FREEZE exists only under its rule, and does nothing when version 2 is enabled', () => {
    const one = vmRules({ ...mainnetParameters, getAllowTvmFreeze: 1n, getUnfreezeDelayDays: 0n });
    const both = vmRules({ ...mainnetParameters, getAllowTvmFreeze: 1n });
    const freeze = `${word(alice)} 5 1 FREEZE`;
    expect(run(freeze, { freezeV1: () => true }, {}, one)).toMatchObject({
      top: 1n,
      listed: [['freezeForEnergy', 5n, false, alice]],
    });
    expect(run(freeze, { freezeV1: () => true }, {}, both)).toMatchObject({ top: 0n, listed: [] });
    expect(run(freeze, {}, {}, one).energy - TAIL).toBe(9n + 20_000n);
    expect(run(`${word(bob)} 5 1 FREEZE`, {}, {}, one).energy - TAIL).toBe(9n + 45_000n);
    expect(run(`${word(bob)} 0 UNFREEZE`, { unfreezeV1: () => 3n }, {}, one)).toMatchObject({
      top: 1n,
      listed: [['unfreezeForBandwidth', 3n, false, bob]],
    });
    expect(run(`${word(bob)} 0 FREEZEEXPIRETIME`, { freezeV1ExpireTime: () => 5999n }, {}, one).top).toBe(5n);
    expect(() => run(freeze, {})).toThrow('Invalid operation code: opCode[d5];');
  });
});

describe('voting', () => {
  /** Code that writes two arrays with their lengths to memory and votes with them. */
  const vote = (witnesses: readonly string[], counts: readonly number[], claimed = counts.length): string => {
    const words = [String(witnesses.length), ...witnesses.map(word), String(counts.length), ...counts.map(String)];
    const stores = words.map((value, i) => `${value} ${32 * i} MSTORE`).join(' ');
    return `${stores} 0 ${witnesses.length} ${32 * (witnesses.length + 1)} ${claimed} VOTEWITNESS`;
  };

  test('VOTEWITNESS passes the votes of both arrays to the ledger', () => {
    const requests: unknown[] = [];
    const done = run(vote([alice, bob], [3, 4]), {}, { voteWitness: (args) => requests.push(args) > 0 });
    expect(done.top).toBe(1n);
    expect(requests).toEqual([
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

  test('VOTEWITNESS fails when the ledger rejects the votes or the arrays differ in length', () => {
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

  test('VOTEWITNESS costs 30,000 and the memory of its arrays, length words included under the energy adjustment', () => {
    const used = (parameters: object): bigint => {
      const state = stateWith('0 0 0 0 VOTEWITNESS', {}, {});
      return outcomeOf(callIn(state, { rules: vmRules({ ...mainnetParameters, ...parameters }) })).energyUsed;
    };
    expect(used({})).toBe(12n + 30_000n + 3n);
    expect(used({ getAllowEnergyAdjustment: 0n })).toBe(12n + 30_000n);
  });

  test('VOTEWITNESS counts sizes beyond 2^256 since Osaka, which wrap before', () => {
    const state = stateWith(`0 0 0 ${2n ** 251n} VOTEWITNESS`, {}, { voteWitness: () => true });
    const exception = (rules: VmRules) => outcomeOf(callIn(state, { rules })).exception?.name;
    expect([exception(mainnet), exception(osaka)]).toEqual(['BytecodeExecutionException', 'OutOfMemoryException']);
  });

  test('WITHDRAWREWARD pushes the amount paid', () => {
    const requests: unknown[] = [];
    const withdrawReward = (args: unknown): bigint => BigInt(requests.push(args)) * 55n;
    expect(run('WITHDRAWREWARD', {}, { withdrawReward })).toMatchObject({ top: 55n, energy: 20_000n + TAIL });
    expect(requests).toEqual([{ owner: contract, now: 1_700_000_001_000 }]);
    expect(run('WITHDRAWREWARD', {}, { withdrawReward: () => undefined })).toMatchObject({
      top: 0n,
      listed: [['withdrawReward', 0n, true, contract]],
    });
  });

  test('SELFDESTRUCT settles rewards before it transfers the balance', () => {
    const state = stateWith(`${word(alice)} SUICIDE`, {}, {});
    const settled = {
      ...state,
      votes: { ...state.votes, settleAndCancelVotes: () => (state.addBalance(contract, 5n), true) },
    };
    expect(outcomeOf(callIn(settled)).internalTransactions[0]?.value).toBe(105n);
    const overflowing = { ...state, votes: { ...state.votes, settleAndCancelVotes: () => false } };
    expect(outcomeOf(callIn(overflowing)).exception?.message).toBe('Suicide: balance and allowance out of long range.');
  });
});
