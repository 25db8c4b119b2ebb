import { describe, expect, test } from 'vitest';
import { moveToNextMaintenance, runMaintenance } from '../../../src/ledger/governance/maintenance.ts';
import {
  accumulatedReward,
  brokerageOf,
  rewardPool,
  setBrokerageIn,
  votesAtStart,
} from '../../../src/ledger/voting/reward-records.ts';
import { payBlockReward } from '../../../src/ledger/voting/block-reward.ts';
import { queryReward, settleReward } from '../../../src/ledger/voting/voter-rewards.ts';
import { replaceVotes } from '../../../src/ledger/voting/votes.ts';
import { presetNetwork } from '../../../src/network/presets.ts';
import { getAccount, newAccount, putAccount } from '../../../src/state/accounts.ts';
import type { State } from '../../../src/state/root.ts';
import { getWitness, putWitness } from '../../../src/state/witnesses.ts';
import { addresses, ledger } from '../../support/staking-ledger.ts';

const network = presetNetwork('mainnet');
const witness = network.genesis.witnesses[0]!.address;

function oneWitness(votes: bigint, parameters: Readonly<Record<string, bigint>> = {}): State {
  const state = ledger({ parameters, accounts: addresses.map((address) => ({ address })) });
  putWitness(state, { ...getWitness(state, witness)!, voteCount: votes });
  return state;
}

const blocks = (state: State, count: number): void => {
  for (let block = 0; block < count; block++) payBlockReward(state, witness);
};

const vote = (state: State, voter: string, count: bigint): void => {
  settleReward(state, voter, 'transaction');
  replaceVotes(state, voter, [{ witness, count }]);
};

test('rewards per vote and voters’ shares over the cycles of a recorded chain', () => {
  const [seven, twentyFive, nine, fifty] = addresses;
  const state = oneWitness(100_000_026n, { getWitnessPayPerBlock: 8_000_000n, getWitness127PayPerBlock: 128_000_000n });
  const shown = (cycle: number): readonly unknown[] => [
    rewardPool(state, cycle, witness),
    votesAtStart(state, cycle, witness),
    accumulatedReward(state, cycle, witness),
  ];
  blocks(state, 4);
  runMaintenance(state, network);
  expect(shown(0)).toEqual([435_200_000n, undefined, 4_351_998_868_480_294_195n]);
  blocks(state, 18);
  runMaintenance(state, network);
  expect(shown(1)).toEqual([1_958_400_000n, 100_000_026n, 23_935_993_776_641_618_073n]);
  vote(state, seven, 7n);
  vote(state, twentyFive, 25n);
  vote(state, nine, 9n);
  blocks(state, 18);
  runMaintenance(state, network);
  expect(shown(2)).toEqual([1_958_400_000n, 100_000_026n, 43_519_988_684_802_941_951n]);
  vote(state, fifty, 50n);
  blocks(state, 18);
  runMaintenance(state, network);
  expect(shown(3)).toEqual([1_958_400_000n, 100_000_067n, 63_103_975_563_531_733_202n]);
  settleReward(state, seven, 'transaction');
  expect(getAccount(state, seven)!.allowance).toBe(137n);
  putAccount(state, { ...getAccount(state, seven)!, allowance: 0n });
  vote(state, fifty, 30n);
  blocks(state, 18);
  runMaintenance(state, network);
  expect(shown(4)).toEqual([1_958_400_000n, 100_000_117n, 82_687_952_650_278_541_708n]);
  vote(state, nine, 19n);
  expect(getAccount(state, nine)!.allowance).toBe(352n);
  expect(queryReward(state, seven)).toBe(137n);
  expect(queryReward(state, twentyFive)).toBe(979n);
  expect(queryReward(state, fifty)).toBe(979n);
  settleReward(state, fifty, 'contract');
  expect(getAccount(state, fifty)!.allowance).toBe(979n);
});

test('a witness keeps its brokerage, its voters the rest', () => {
  const state = oneWitness(100n, { getWitnessPayPerBlock: 0n, getWitness127PayPerBlock: 100n });
  const { cycle } = state.root.properties;
  setBrokerageIn(state, cycle, witness, 29n);
  payBlockReward(state, witness);
  // 0.29 as a double times 100 is less than 29.
  expect(getAccount(state, witness)!.allowance).toBe(28n);
  expect(rewardPool(state, cycle, witness)).toBe(72n);
  setBrokerageIn(state, cycle, witness, 57n);
  payBlockReward(state, witness);
  expect(getAccount(state, witness)!.allowance).toBe(28n + 56n);
  expect(brokerageOf(state, witness)).toBe(57);
  expect(brokerageOf(state, addresses[0])).toBe(20);
});

test('the standby reward goes by votes, and what they do not divide is not minted', () => {
  const state = oneWitness(3n, { getWitnessPayPerBlock: 0n, getWitness127PayPerBlock: 128_000_000n });
  [2n, 1n, 0n].forEach((voteCount, index) => {
    putWitness(state, { ...getWitness(state, witness)!, address: addresses[index]!, voteCount });
    putAccount(state, newAccount({ address: addresses[index]! }));
  });
  payBlockReward(state, witness);
  const share = (address: string): bigint => getAccount(state, address)!.allowance + rewardPool(state, 0, address);
  expect([witness, ...addresses.slice(0, 3)].map(share)).toEqual([64_000_000n, 42_666_666n, 21_333_333n, 0n]);
});

describe('before votes had a share', () => {
  test('the producer gets all of it, and the standby reward comes at a maintenance with votes', () => {
    const state = oneWitness(10n, { getChangeDelegation: 0n, getWitnessStandbyAllowance: 1000n });
    payBlockReward(state, witness);
    expect(getAccount(state, witness)!.allowance).toBe(8_000_000n);
    runMaintenance(state, network);
    expect(getAccount(state, witness)!.allowance).toBe(8_000_000n);
    replaceVotes(state, addresses[0], [{ witness, count: 5n }]);
    runMaintenance(state, network);
    expect(getAccount(state, witness)!.allowance).toBe(8_001_000n);
    expect(getWitness(state, witness)!.voteCount).toBe(15n);
    expect(state.root.properties.cycle).toBe(0);
    expect(queryReward(state, witness)).toBe(0n);
  });

  test.each([
    [0n, 'in doubles, cycle by cycle'],
    [1n, 'by rewards per vote, after the fact'],
  ])('old cycles are paid %s: %s', (opt) => {
    const state = oneWitness(100n, {
      getWitnessPayPerBlock: 1000n,
      getWitness127PayPerBlock: 0n,
      getAllowOldRewardOpt: opt,
    });
    state.root = { ...state.root, properties: { ...state.root.properties, newRewardAlgorithmFromCycle: 1000 } };
    const [voter] = addresses;
    runMaintenance(state, network);
    vote(state, voter, 3n);
    runMaintenance(state, network);
    for (let cycle = 0; cycle < 2; cycle++) {
      blocks(state, 1);
      runMaintenance(state, network);
    }
    // 800 · 3 / 103 is 23.3 a cycle: whole units each, or 46.6 together.
    expect(queryReward(state, voter)).toBe(46n);
  });
});

describe('maintenance', () => {
  test('without votes the list and its order stay; with any, the witnesses are sorted and marked', () => {
    const state = oneWitness(5n);
    const [rich] = addresses;
    putWitness(state, { ...getWitness(state, witness)!, address: rich, voteCount: 9n, isActive: false });
    runMaintenance(state, network);
    expect(state.root.properties.activeWitnesses).toEqual([witness]);
    expect(getWitness(state, rich)!.isActive).toBe(false);
    replaceVotes(state, addresses[1], [{ witness: addresses[2], count: 1n }]);
    runMaintenance(state, network);
    expect(state.root.properties.activeWitnesses).toEqual([rich, witness]);
    expect(getWitness(state, rich)!.isActive).toBe(true);
    expect(state.root.pendingVotes.size).toBe(0);
  });

  test('votes that change twice in a cycle count once', () => {
    const state = oneWitness(0n);
    const [voter] = addresses;
    for (const count of [5n, 8n, 2n]) replaceVotes(state, voter, [{ witness, count }]);
    runMaintenance(state, network);
    expect(getWitness(state, witness)!.voteCount).toBe(2n);
    replaceVotes(state, voter, []);
    runMaintenance(state, network);
    expect(getWitness(state, witness)!.voteCount).toBe(0n);
  });

  test('the genesis votes go once', () => {
    const { voteCount } = network.genesis.witnesses[0]!;
    const state = oneWitness(voteCount + 7n, { getRemoveThePowerOfTheGr: 1n });
    runMaintenance(state, network);
    expect(getWitness(state, witness)!.voteCount).toBe(7n);
    runMaintenance(state, network);
    expect(getWitness(state, witness)!.voteCount).toBe(7n);
    expect(state.root.parameters.get('getRemoveThePowerOfTheGr')).toBe(-1n);
  });

  test('the next one lies a whole number of intervals after the last', () => {
    const state = ledger({ properties: { nextMaintenanceTime: 0 } });
    moveToNextMaintenance(state, 1_795_231_161_000);
    expect(state.root.properties.nextMaintenanceTime).toBe(1_795_240_800_000);
  });
});
