import { describe, expect, test } from 'vitest';
import { moveToNextMaintenance, runMaintenance } from '../../../src/ledger/governance/maintenance.ts';
import { payBlockReward } from '../../../src/ledger/voting/block-reward.ts';
import {
  accumulatedReward,
  brokerageOf,
  rewardPool,
  setBrokerageIn,
  votesAtStart,
} from '../../../src/ledger/voting/reward-records.ts';
import { queryReward, settleReward } from '../../../src/ledger/voting/voter-rewards.ts';
import { replaceVotes } from '../../../src/ledger/voting/votes.ts';
import { presetNetwork } from '../../../src/network/presets.ts';
import { existingAccount, newAccount, putAccount } from '../../../src/state/accessors/accounts.ts';
import { updateProperties } from '../../../src/state/accessors/dynamic-properties.ts';
import { getWitness, putWitness, updateWitness } from '../../../src/state/accessors/witnesses.ts';
import { type State } from '../../../src/state/root.ts';
import { addresses, createLedger, genesisWitness, type ParameterValues } from '../../support/staking-ledger.ts';

const network = presetNetwork('mainnet');
const { address: witness, voteCount: genesisVotes } = genesisWitness(createLedger());

function ledgerWithVotes(voteCount: bigint, parameters: ParameterValues = {}): State {
  const state = createLedger({ parameters, accounts: addresses.map((address) => ({ address })) });
  updateWitness(state, witness, { voteCount });
  return state;
}

const payBlocks = (state: State, count: number): void => {
  for (let block = 0; block < count; block++) payBlockReward(state, witness);
};

const vote = (state: State, voter: string, count: bigint): void => {
  settleReward(state, voter, 'transaction');
  replaceVotes(state, voter, [{ witness, count }]);
};

test('rewards per vote and per voter match a recorded chain', () => {
  const [seven, twentyFive, nine, fifty] = addresses;
  const state = ledgerWithVotes(100_000_026n, {
    getWitnessPayPerBlock: 8_000_000n,
    getWitness127PayPerBlock: 128_000_000n,
  });
  const shown = (cycle: number): readonly unknown[] => [
    rewardPool(state, cycle, witness),
    votesAtStart(state, cycle, witness),
    accumulatedReward(state, cycle, witness),
  ];
  payBlocks(state, 4);
  runMaintenance(state, network);
  expect(shown(0)).toEqual([435_200_000n, undefined, 4_351_998_868_480_294_195n]);
  payBlocks(state, 18);
  runMaintenance(state, network);
  expect(shown(1)).toEqual([1_958_400_000n, 100_000_026n, 23_935_993_776_641_618_073n]);
  vote(state, seven, 7n);
  vote(state, twentyFive, 25n);
  vote(state, nine, 9n);
  payBlocks(state, 18);
  runMaintenance(state, network);
  expect(shown(2)).toEqual([1_958_400_000n, 100_000_026n, 43_519_988_684_802_941_951n]);
  vote(state, fifty, 50n);
  payBlocks(state, 18);
  runMaintenance(state, network);
  expect(shown(3)).toEqual([1_958_400_000n, 100_000_067n, 63_103_975_563_531_733_202n]);
  settleReward(state, seven, 'transaction');
  expect(existingAccount(state, seven).allowance).toBe(137n);
  putAccount(state, { ...existingAccount(state, seven), allowance: 0n });
  vote(state, fifty, 30n);
  payBlocks(state, 18);
  runMaintenance(state, network);
  expect(shown(4)).toEqual([1_958_400_000n, 100_000_117n, 82_687_952_650_278_541_708n]);
  vote(state, nine, 19n);
  expect(existingAccount(state, nine).allowance).toBe(352n);
  expect(queryReward(state, seven)).toBe(137n);
  expect(queryReward(state, twentyFive)).toBe(979n);
  expect(queryReward(state, fifty)).toBe(979n);
  settleReward(state, fifty, 'contract');
  expect(existingAccount(state, fifty).allowance).toBe(979n);
});

test('a witness keeps its brokerage and its voters share the rest', () => {
  const state = ledgerWithVotes(100n, { getWitnessPayPerBlock: 0n, getWitness127PayPerBlock: 100n });
  const { cycle } = state.root.properties;
  setBrokerageIn(state, cycle, witness, 29n);
  payBlockReward(state, witness);
  // 0.29 as a double times 100 is less than 29.
  expect(existingAccount(state, witness).allowance).toBe(28n);
  expect(rewardPool(state, cycle, witness)).toBe(72n);
  setBrokerageIn(state, cycle, witness, 57n);
  payBlockReward(state, witness);
  expect(existingAccount(state, witness).allowance).toBe(28n + 56n);
  expect(brokerageOf(state, witness)).toBe(57);
  expect(brokerageOf(state, addresses[0])).toBe(20);
});

test('the standby reward is divided by votes, and the remainder is not minted', () => {
  const state = ledgerWithVotes(3n, { getWitnessPayPerBlock: 0n, getWitness127PayPerBlock: 128_000_000n });
  const [two, one, zero] = addresses;
  for (const [address, voteCount] of [
    [two, 2n],
    [one, 1n],
    [zero, 0n],
  ] as const) {
    putWitness(state, { ...genesisWitness(state), address, voteCount });
    putAccount(state, newAccount({ address }));
  }
  payBlockReward(state, witness);
  const share = (address: string): bigint => existingAccount(state, address).allowance + rewardPool(state, 0, address);
  expect([witness, two, one, zero].map(share)).toEqual([64_000_000n, 42_666_666n, 21_333_333n, 0n]);
});

describe('without getChangeDelegation', () => {
  test('the producer gets the whole reward, and the standby reward is paid at a maintenance with votes', () => {
    const state = ledgerWithVotes(10n, { getChangeDelegation: 0n, getWitnessStandbyAllowance: 1000n });
    payBlockReward(state, witness);
    expect(existingAccount(state, witness).allowance).toBe(8_000_000n);
    runMaintenance(state, network);
    expect(existingAccount(state, witness).allowance).toBe(8_000_000n);
    replaceVotes(state, addresses[0], [{ witness, count: 5n }]);
    runMaintenance(state, network);
    expect(existingAccount(state, witness).allowance).toBe(8_001_000n);
    expect(getWitness(state, witness)?.voteCount).toBe(15n);
    expect(state.root.properties.cycle).toBe(0);
    expect(queryReward(state, witness)).toBe(0n);
  });

  test.each([
    [0n, 'cycle by cycle in doubles'],
    [1n, 'by recomputed rewards per vote'],
  ])('old cycles are paid with getAllowOldRewardOpt %s %s', (opt) => {
    const state = ledgerWithVotes(100n, {
      getWitnessPayPerBlock: 1000n,
      getWitness127PayPerBlock: 0n,
      getAllowOldRewardOpt: opt,
    });
    updateProperties(state, { newRewardAlgorithmFromCycle: 1000 });
    const [voter] = addresses;
    runMaintenance(state, network);
    vote(state, voter, 3n);
    runMaintenance(state, network);
    for (let cycle = 0; cycle < 2; cycle++) {
      payBlocks(state, 1);
      runMaintenance(state, network);
    }
    // 800 · 3 / 103 is 23.3 a cycle: whole units each, or 46.6 together.
    expect(queryReward(state, voter)).toBe(46n);
  });
});

describe('maintenance', () => {
  test('elects witnesses by votes, but only when votes have changed', () => {
    const state = ledgerWithVotes(5n);
    const [challenger, voter, missing] = addresses;
    putWitness(state, { ...genesisWitness(state), address: challenger, voteCount: 9n, isActive: false });
    runMaintenance(state, network);
    expect(state.root.properties.activeWitnesses).toEqual([witness]);
    expect(getWitness(state, challenger)?.isActive).toBe(false);
    replaceVotes(state, voter, [{ witness: missing, count: 1n }]);
    runMaintenance(state, network);
    expect(state.root.properties.activeWitnesses).toEqual([challenger, witness]);
    expect(getWitness(state, challenger)?.isActive).toBe(true);
    expect(state.root.pendingVotes.size).toBe(0);
  });

  test('counts only the last of several votes in a cycle', () => {
    const state = ledgerWithVotes(0n);
    const [voter] = addresses;
    for (const count of [5n, 8n, 2n]) replaceVotes(state, voter, [{ witness, count }]);
    runMaintenance(state, network);
    expect(getWitness(state, witness)?.voteCount).toBe(2n);
    replaceVotes(state, voter, []);
    runMaintenance(state, network);
    expect(getWitness(state, witness)?.voteCount).toBe(0n);
  });

  test('removes the genesis votes only once', () => {
    const state = ledgerWithVotes(genesisVotes + 7n, { getRemoveThePowerOfTheGr: 1n });
    runMaintenance(state, network);
    expect(getWitness(state, witness)?.voteCount).toBe(7n);
    runMaintenance(state, network);
    expect(getWitness(state, witness)?.voteCount).toBe(7n);
    expect(state.root.parameters.get('getRemoveThePowerOfTheGr')).toBe(-1n);
  });

  test('is due a whole number of intervals after the previous one', () => {
    const state = createLedger({ properties: { nextMaintenanceTime: 0 } });
    moveToNextMaintenance(state, 1_795_231_161_000);
    expect(state.root.properties.nextMaintenanceTime).toBe(1_795_240_800_000);
  });
});
