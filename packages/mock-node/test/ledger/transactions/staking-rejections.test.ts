import { describe, expect, test } from 'vitest';
import {
  alice,
  bob,
  newcomer,
  openNetwork,
  witness,
  type Json,
  type Network,
} from '../../support/governance-network.ts';

const a = alice.address;
const b = bob.address;
const DAY = 86_400_000;
const COIN = 1_000_000;
const contract = `41${'c0'.repeat(20)}`;
const mainnet = { preset: 'mainnet' } as const;

const freeze = ({ send }: Network, coins: number, resource = 'ENERGY'): Promise<Json> =>
  send('freezebalancev2', { owner_address: a, frozen_balance: coins * COIN, resource }, alice);
const unfreeze = ({ send }: Network, amount: number, resource = 'ENERGY'): Promise<Json> =>
  send('unfreezebalancev2', { owner_address: a, unfreeze_balance: amount, resource }, alice);

describe('in the order and the words of the node', () => {
  test('freezebalancev2 rejects a wrong owner, amount or resource', async () => {
    const { rejection } = openNetwork(mainnet);
    const reject = (body: Json): Promise<string | undefined> =>
      rejection('freezebalancev2', { owner_address: a, frozen_balance: COIN, ...body });
    expect(await reject({ owner_address: '' })).toBe('Invalid address');
    expect(await reject({ owner_address: newcomer.address })).toBe(`Account[${newcomer.address}] not exists`);
    expect(await reject({ frozen_balance: 0 })).toBe('frozenBalance must be positive');
    expect(await reject({ frozen_balance: COIN - 1 })).toBe('frozenBalance must be greater than or equal to 1 TRX');
    expect(await reject({ frozen_balance: 10 ** 15 })).toBe(
      'frozenBalance must be less than or equal to accountBalance',
    );
    expect(await reject({ resource: 'TRON_POWER' })).toBe('ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]');
    expect(await reject({})).toBeUndefined();
  });

  test('unfreezebalancev2 rejects a wrong owner, amount or resource, and a 33rd unfreeze', async () => {
    const network = openNetwork(mainnet);
    const reject = (body: Json): Promise<string | undefined> =>
      network.rejection('unfreezebalancev2', { owner_address: a, unfreeze_balance: COIN, resource: 'ENERGY', ...body });
    expect(await reject({ owner_address: newcomer.address })).toBe(`Account[${newcomer.address}] does not exist`);
    expect(await reject({})).toBe('no frozenBalance(Energy)');
    expect(await reject({ resource: 'BANDWIDTH' })).toBe('no frozenBalance(BANDWIDTH)');
    expect(await reject({ resource: 'TRON_POWER' })).toBe('ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]');
    await freeze(network, 100);
    expect(await reject({ unfreeze_balance: 0 })).toBe('Invalid unfreeze_balance, [0] is error');
    expect(await reject({ unfreeze_balance: 100 * COIN + 1 })).toBe('Invalid unfreeze_balance, [100000001] is error');
    for (let time = 0; time < 32; time++) await unfreeze(network, 1);
    expect(await reject({ unfreeze_balance: 1 })).toBe('Invalid unfreeze operation, unfreezing times is over limit');
  });

  test('withdrawexpireunfreeze and cancelallunfreezev2 reject an account that has nothing for them', async () => {
    const network = openNetwork(mainnet);
    const body = { owner_address: a };
    expect(await network.rejection('withdrawexpireunfreeze', body)).toBe('no unFreeze balance to withdraw ');
    expect(await network.rejection('cancelallunfreezev2', body)).toBe('No unfreezeV2 list to cancel');
    await freeze(network, 1);
    await unfreeze(network, 5);
    expect(await network.rejection('withdrawexpireunfreeze', body)).toBe('no unFreeze balance to withdraw ');
    expect(await network.rejection('cancelallunfreezev2', body)).toBeUndefined();
  });

  test('delegateresource rejects a wrong amount, receiver or lock', async () => {
    const network = openNetwork({ ...mainnet, contracts: [{ address: contract, code: '00' }] });
    const reject = (body: Json): Promise<string | undefined> =>
      network.rejection('delegateresource', {
        owner_address: a,
        receiver_address: b,
        balance: COIN,
        resource: 'ENERGY',
        ...body,
      });
    const tooHigh = 'delegateBalance must be less than or equal to available';
    expect(await reject({ balance: COIN - 1 })).toBe('delegateBalance must be greater than or equal to 1 TRX');
    expect(await reject({})).toBe(`${tooHigh} FreezeEnergyV2 balance`);
    expect(await reject({ resource: 'BANDWIDTH' })).toBe(`${tooHigh} FreezeBandwidthV2 balance`);
    expect(await reject({ resource: 'TRON_POWER' })).toBe('ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]');
    await freeze(network, 50);
    expect(await reject({ receiver_address: '' })).toBe('Invalid receiverAddress');
    expect(await reject({ receiver_address: a })).toBe('receiverAddress must not be the same as ownerAddress');
    expect(await reject({ receiver_address: newcomer.address })).toBe(`Account[${newcomer.address}] not exists`);
    expect(await reject({ receiver_address: contract })).toBe('Do not allow delegate resources to contract addresses');
    const bounds = 'The lock period of delegate resource cannot be less than 0 and cannot exceed 864000!';
    expect(await reject({ lock: true, lock_period: -1 })).toBe(bounds);
    expect(await reject({ lock: true, lock_period: 864_001 })).toBe(bounds);
    expect(await reject({ lock: false, lock_period: 864_001 })).toBeUndefined();
    const delegation = { owner_address: a, receiver_address: b, balance: COIN, resource: 'ENERGY', lock: true };
    await network.send('delegateresource', { ...delegation, lock_period: 864_000 }, alice);
    const remaining = 864_000 * 3000 - 3000;
    expect(await reject({ lock: true })).toBe(
      `The lock period for ENERGY this time cannot be less than the remaining time[${remaining}ms] of the last lock period for ENERGY!`,
    );
  });

  test('undelegateresource rejects a wrong account or amount, and a locked delegation', async () => {
    const network = openNetwork(mainnet);
    const reject = (body: Json): Promise<string | undefined> =>
      network.rejection('undelegateresource', {
        owner_address: a,
        receiver_address: b,
        balance: COIN,
        resource: 'ENERGY',
        ...body,
      });
    expect(await reject({ owner_address: newcomer.address })).toBe(`Account[${newcomer.address}] does not exist`);
    expect(await reject({ receiver_address: a })).toBe('receiverAddress must not be the same as ownerAddress');
    expect(await reject({})).toBe('delegated Resource does not exist');
    await freeze(network, 50);
    const delegation = { owner_address: a, receiver_address: b, balance: 9 * COIN, resource: 'ENERGY' };
    await network.send('delegateresource', { ...delegation, lock: true }, alice);
    expect(await reject({ balance: 0 })).toBe('unDelegateBalance must be more than 0 TRX');
    expect(await reject({ balance: 7 })).toBe(
      'insufficient delegateFrozenBalance(Energy), request=7, unlock_balance=0',
    );
    expect(await reject({ resource: 'BANDWIDTH', balance: 7 })).toBe(
      'insufficient delegatedFrozenBalance(BANDWIDTH), request=7, unlock_balance=0',
    );
    expect(await reject({ resource: 'TRON_POWER' })).toBe('ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]');
    network.node.advanceTime(3 * DAY + 3000);
    network.node.mine();
    expect(await reject({ balance: 9 * COIN })).toBeUndefined();
  });

  test('votewitnessaccount rejects wrong votes, and more than the stake allows', async () => {
    const network = openNetwork(mainnet);
    const reject = (votes: readonly Json[], owner_address = a): Promise<string | undefined> =>
      network.rejection('votewitnessaccount', { owner_address, votes });
    const vote = { vote_address: witness.address, vote_count: 1 };
    expect(await reject([vote], '')).toBe('Invalid address');
    expect(await reject([])).toBe('VoteNumber must more than 0');
    expect(await reject(Array.from({ length: 31 }, () => vote))).toBe('VoteNumber more than maxVoteNumber 30');
    expect(await reject([{ ...vote, vote_address: '41' }])).toBe('Invalid vote address!');
    expect(await reject([{ ...vote, vote_count: 0 }])).toBe('vote count must be greater than 0');
    expect(await reject([{ ...vote, vote_address: newcomer.address }])).toBe(`Account[${newcomer.address}] not exists`);
    expect(await reject([{ ...vote, vote_address: b }])).toBe(`Witness[${b}] not exists`);
    expect(await reject([vote], newcomer.address)).toBe(`Account[${newcomer.address}] not exists`);
    await freeze(network, 2);
    expect(await reject([vote, vote, vote])).toBe(
      'The total number of votes[3000000] is greater than the tronPower[2000000]',
    );
    expect(await reject([vote, vote])).toBeUndefined();
  });

  test('withdrawbalance rejects a guard representative, and an account without a reward', async () => {
    const { rejection } = openNetwork(mainnet);
    expect(await rejection('withdrawbalance', { owner_address: witness.address })).toBe(
      `Account[${witness.address}] is a guard representative and is not allowed to withdraw Balance`,
    );
    expect(await rejection('withdrawbalance', { owner_address: a })).toBe('witnessAccount does not have any reward');
  });

  test('every transaction of staking version 2 is rejected on a network without it', async () => {
    const { rejection } = openNetwork({ ...mainnet, parameters: { getUnfreezeDelayDays: 0 } });
    const closed = (name: string): string => `Not support ${name} transaction, need to be opened by the committee`;
    const body = { owner_address: a };
    expect(await rejection('freezebalancev2', body)).toBe(closed('FreezeV2'));
    expect(await rejection('unfreezebalancev2', body)).toBe(closed('UnfreezeV2'));
    expect(await rejection('withdrawexpireunfreeze', body)).toBe(closed('WithdrawExpireUnfreeze'));
    expect(await rejection('cancelallunfreezev2', body)).toBe(closed('CancelAllUnfreezeV2'));
    expect(await rejection('delegateresource', body)).toBe(closed('Delegate resource'));
    expect(await rejection('undelegateresource', body)).toBe(closed('unDelegate resource'));
  });

  test('delegateresource and undelegateresource are rejected on a network without delegation', async () => {
    const { rejection } = openNetwork({ ...mainnet, parameters: { getAllowDelegateResource: 0 } });
    expect(await rejection('delegateresource', { owner_address: a })).toBe('No support for resource delegate');
    expect(await rejection('undelegateresource', { owner_address: a })).toBe('No support for resource delegate');
  });
});
