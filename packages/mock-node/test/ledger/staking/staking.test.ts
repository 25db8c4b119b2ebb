import { describe, expect, test } from 'vitest';
import { alice, bob, carol, open, stranger, witness } from '../../support/governance-network.ts';
import type { Json, Network } from '../../support/governance-network.ts';

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
const account = ({ ask }: Network, address = a): Promise<Json> => ask('getaccount', { address });

describe('refusals in the order and the words of the node', () => {
  test('freezebalancev2', async () => {
    const { refusal } = open(mainnet);
    const refuse = (body: Json): Promise<string | undefined> =>
      refusal('freezebalancev2', { owner_address: a, frozen_balance: COIN, ...body });
    expect(await refuse({ owner_address: '' })).toBe('Invalid address');
    expect(await refuse({ owner_address: stranger.address })).toBe(`Account[${stranger.address}] not exists`);
    expect(await refuse({ frozen_balance: 0 })).toBe('frozenBalance must be positive');
    expect(await refuse({ frozen_balance: COIN - 1 })).toBe('frozenBalance must be greater than or equal to 1 TRX');
    expect(await refuse({ frozen_balance: 10 ** 15 })).toBe(
      'frozenBalance must be less than or equal to accountBalance',
    );
    expect(await refuse({ resource: 'TRON_POWER' })).toBe('ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]');
    expect(await refuse({})).toBeUndefined();
  });

  test('unfreezebalancev2', async () => {
    const network = open(mainnet);
    const refuse = (body: Json): Promise<string | undefined> =>
      network.refusal('unfreezebalancev2', { owner_address: a, unfreeze_balance: COIN, resource: 'ENERGY', ...body });
    expect(await refuse({ owner_address: stranger.address })).toBe(`Account[${stranger.address}] does not exist`);
    expect(await refuse({})).toBe('no frozenBalance(Energy)');
    expect(await refuse({ resource: 'BANDWIDTH' })).toBe('no frozenBalance(BANDWIDTH)');
    expect(await refuse({ resource: 'TRON_POWER' })).toBe('ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]');
    await freeze(network, 100);
    expect(await refuse({ unfreeze_balance: 0 })).toBe('Invalid unfreeze_balance, [0] is error');
    expect(await refuse({ unfreeze_balance: 100 * COIN + 1 })).toBe('Invalid unfreeze_balance, [100000001] is error');
    for (let time = 0; time < 32; time++) await unfreeze(network, 1);
    expect(await refuse({ unfreeze_balance: 1 })).toBe('Invalid unfreeze operation, unfreezing times is over limit');
  });

  test('withdrawexpireunfreeze and cancelallunfreezev2', async () => {
    const network = open(mainnet);
    const body = { owner_address: a };
    expect(await network.refusal('withdrawexpireunfreeze', body)).toBe('no unFreeze balance to withdraw ');
    expect(await network.refusal('cancelallunfreezev2', body)).toBe('No unfreezeV2 list to cancel');
    await freeze(network, 1);
    await unfreeze(network, 5);
    expect(await network.refusal('withdrawexpireunfreeze', body)).toBe('no unFreeze balance to withdraw ');
    expect(await network.refusal('cancelallunfreezev2', body)).toBeUndefined();
  });

  test('delegateresource', async () => {
    const network = open({ ...mainnet, contracts: [{ address: contract, code: '00' }] });
    const refuse = (body: Json): Promise<string | undefined> =>
      network.refusal('delegateresource', {
        owner_address: a,
        receiver_address: b,
        balance: COIN,
        resource: 'ENERGY',
        ...body,
      });
    const short = 'delegateBalance must be less than or equal to available';
    expect(await refuse({ balance: COIN - 1 })).toBe('delegateBalance must be greater than or equal to 1 TRX');
    expect(await refuse({})).toBe(`${short} FreezeEnergyV2 balance`);
    expect(await refuse({ resource: 'BANDWIDTH' })).toBe(`${short} FreezeBandwidthV2 balance`);
    expect(await refuse({ resource: 'TRON_POWER' })).toBe('ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]');
    await freeze(network, 50);
    expect(await refuse({ receiver_address: '' })).toBe('Invalid receiverAddress');
    expect(await refuse({ receiver_address: a })).toBe('receiverAddress must not be the same as ownerAddress');
    expect(await refuse({ receiver_address: stranger.address })).toBe(`Account[${stranger.address}] not exists`);
    expect(await refuse({ receiver_address: contract })).toBe('Do not allow delegate resources to contract addresses');
    const bounds = 'The lock period of delegate resource cannot be less than 0 and cannot exceed 864000!';
    expect(await refuse({ lock: true, lock_period: -1 })).toBe(bounds);
    expect(await refuse({ lock: true, lock_period: 864_001 })).toBe(bounds);
    expect(await refuse({ lock: false, lock_period: 864_001 })).toBeUndefined();
    const lent = { owner_address: a, receiver_address: b, balance: COIN, resource: 'ENERGY', lock: true };
    await network.send('delegateresource', { ...lent, lock_period: 864_000 }, alice);
    const remaining = 864_000 * 3000 - 3000;
    expect(await refuse({ lock: true })).toBe(
      `The lock period for ENERGY this time cannot be less than the remaining time[${remaining}ms] of the last lock period for ENERGY!`,
    );
  });

  test('undelegateresource', async () => {
    const network = open(mainnet);
    const refuse = (body: Json): Promise<string | undefined> =>
      network.refusal('undelegateresource', {
        owner_address: a,
        receiver_address: b,
        balance: COIN,
        resource: 'ENERGY',
        ...body,
      });
    expect(await refuse({ owner_address: stranger.address })).toBe(`Account[${stranger.address}] does not exist`);
    expect(await refuse({ receiver_address: a })).toBe('receiverAddress must not be the same as ownerAddress');
    expect(await refuse({})).toBe('delegated Resource does not exist');
    await freeze(network, 50);
    const lent = { owner_address: a, receiver_address: b, balance: 9 * COIN, resource: 'ENERGY' };
    await network.send('delegateresource', { ...lent, lock: true }, alice);
    expect(await refuse({ balance: 0 })).toBe('unDelegateBalance must be more than 0 TRX');
    expect(await refuse({ balance: 7 })).toBe(
      'insufficient delegateFrozenBalance(Energy), request=7, unlock_balance=0',
    );
    expect(await refuse({ resource: 'BANDWIDTH', balance: 7 })).toBe(
      'insufficient delegatedFrozenBalance(BANDWIDTH), request=7, unlock_balance=0',
    );
    expect(await refuse({ resource: 'TRON_POWER' })).toBe('ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]');
    network.node.advanceTime(3 * DAY + 3000);
    network.node.mine();
    expect(await refuse({ balance: 9 * COIN })).toBeUndefined();
  });

  test('votewitnessaccount', async () => {
    const network = open(mainnet);
    const refuse = (votes: readonly Json[], owner_address = a): Promise<string | undefined> =>
      network.refusal('votewitnessaccount', { owner_address, votes });
    const vote = { vote_address: witness.address, vote_count: 1 };
    expect(await refuse([vote], '')).toBe('Invalid address');
    expect(await refuse([])).toBe('VoteNumber must more than 0');
    expect(await refuse(Array.from({ length: 31 }, () => vote))).toBe('VoteNumber more than maxVoteNumber 30');
    expect(await refuse([{ ...vote, vote_address: '41' }])).toBe('Invalid vote address!');
    expect(await refuse([{ ...vote, vote_count: 0 }])).toBe('vote count must be greater than 0');
    expect(await refuse([{ ...vote, vote_address: stranger.address }])).toBe(`Account[${stranger.address}] not exists`);
    expect(await refuse([{ ...vote, vote_address: b }])).toBe(`Witness[${b}] not exists`);
    expect(await refuse([vote], stranger.address)).toBe(`Account[${stranger.address}] not exists`);
    await freeze(network, 2);
    expect(await refuse([vote, vote, vote])).toBe(
      'The total number of votes[3000000] is greater than the tronPower[2000000]',
    );
    expect(await refuse([vote, vote])).toBeUndefined();
  });

  test('withdrawbalance', async () => {
    const { refusal } = open(mainnet);
    expect(await refusal('withdrawbalance', { owner_address: witness.address })).toBe(
      `Account[${witness.address}] is a guard representative and is not allowed to withdraw Balance`,
    );
    expect(await refusal('withdrawbalance', { owner_address: a })).toBe('witnessAccount does not have any reward');
  });

  test('networks without staking version 2', async () => {
    const { refusal } = open({ ...mainnet, parameters: { getUnfreezeDelayDays: 0 } });
    const closed = (name: string): string => `Not support ${name} transaction, need to be opened by the committee`;
    const body = { owner_address: a };
    expect(await refusal('freezebalancev2', body)).toBe(closed('FreezeV2'));
    expect(await refusal('unfreezebalancev2', body)).toBe(closed('UnfreezeV2'));
    expect(await refusal('withdrawexpireunfreeze', body)).toBe(closed('WithdrawExpireUnfreeze'));
    expect(await refusal('cancelallunfreezev2', body)).toBe(closed('CancelAllUnfreezeV2'));
    expect(await refusal('delegateresource', body)).toBe(closed('Delegate resource'));
    expect(await refusal('undelegateresource', body)).toBe(closed('unDelegate resource'));
  });

  test('networks without delegation', async () => {
    const { refusal } = open({ ...mainnet, parameters: { getAllowDelegateResource: 0 } });
    expect(await refusal('delegateresource', { owner_address: a })).toBe('No support for resource delegate');
    expect(await refusal('undelegateresource', { owner_address: a })).toBe('No support for resource delegate');
  });

  test('the new resource model is refused by name', async () => {
    const { refusal } = open({ ...mainnet, parameters: { getAllowNewResourceModel: 1 } });
    const body = { owner_address: a, frozen_balance: COIN, resource: 'TRON_POWER' };
    expect(await refusal('freezebalancev2', body)).toMatch(/^@coin\/mock-node does not model getAllowNewResourceModel/);
  });
});

describe('stakes', () => {
  test('wait 14 days; what has waited comes back with the next unfreeze', async () => {
    const network = open(mainnet);
    await freeze(network, 10);
    const start = await account(network);
    const fees = [await unfreeze(network, 3 * COIN), await unfreeze(network, 2 * COIN)].map(
      ({ fee = 0 }) => fee as number,
    );
    const waiting = (await account(network))['unfrozenV2'] as readonly Json[];
    expect(waiting.map(({ unfreeze_amount }) => unfreeze_amount)).toEqual([3 * COIN, 2 * COIN]);
    network.node.advanceTime(14 * DAY + 3000);
    network.node.mine();
    const info = await unfreeze(network, COIN);
    expect(info).toMatchObject({ withdraw_expire_amount: 5 * COIN });
    expect(info).not.toHaveProperty('unfreeze_amount');
    const end = await account(network);
    expect(end['balance']).toBe((start['balance'] as number) + 5 * COIN - fees[0]! - fees[1]!);
    expect(end['unfrozenV2']).toMatchObject([{ type: 'ENERGY', unfreeze_amount: COIN }]);
    network.node.advanceTime(14 * DAY);
    network.node.mine();
    const withdrawn = await network.send('withdrawexpireunfreeze', { owner_address: a }, alice);
    expect(withdrawn).toMatchObject({ withdraw_expire_amount: COIN });
    expect(await account(network)).not.toHaveProperty('unfrozenV2');
  });

  test('are counted in whole coins an account', async () => {
    const network = open(mainnet);
    const weight = async (): Promise<unknown> =>
      (await network.ask('getaccountresource', { address: a }))['TotalEnergyWeight'];
    await network.send('freezebalancev2', { owner_address: a, frozen_balance: 1_600_000, resource: 'ENERGY' }, alice);
    expect(await weight()).toBe(1);
    await network.send('freezebalancev2', { owner_address: a, frozen_balance: 1_400_000, resource: 'ENERGY' }, alice);
    expect(await weight()).toBe(3);
    await unfreeze(network, 1);
    expect(await weight()).toBe(2);
    const canceled = await network.send('cancelallunfreezev2', { owner_address: a }, alice);
    expect(canceled['cancel_unfreezeV2_amount']).toEqual([
      { key: 'ENERGY', value: 1 },
      { key: 'TRON_POWER', value: 0 },
      { key: 'BANDWIDTH', value: 0 },
    ]);
    expect(await weight()).toBe(3);
  });

  test('carry votes, which shrink with them', async () => {
    const network = open(mainnet);
    await freeze(network, 100);
    const votes = [{ vote_address: witness.address, vote_count: 100 }];
    await network.send('votewitnessaccount', { owner_address: a, votes }, alice);
    await unfreeze(network, 33 * COIN + 1);
    expect((await account(network))['votes']).toEqual([{ vote_address: witness.address, vote_count: 66 }]);
    await unfreeze(network, 67 * COIN - 1);
    expect(await account(network)).not.toHaveProperty('votes');
  });

  test('earn by votes from the next cycle on', async () => {
    const network = open(mainnet);
    await freeze(network, 500_000);
    const votes = [{ vote_address: witness.address, vote_count: 500_000 }];
    await network.send('votewitnessaccount', { owner_address: a, votes }, alice);
    const reward = async (): Promise<number> => (await network.ask('getReward', { address: a }))['reward'] as number;
    network.node.advanceCycle();
    expect(await reward()).toBe(0);
    network.node.mine(5);
    network.node.advanceCycle();
    const earned = await reward();
    expect(earned).toBeGreaterThan(0);
    const info = await network.send('withdrawbalance', { owner_address: a }, alice);
    expect(info).toMatchObject({ withdraw_amount: earned });
    expect(await network.refusal('withdrawbalance', { owner_address: a })).toMatch(
      /^The last withdraw time is \d+, less than 24 hours$/,
    );
  });
});

describe('lent stake', () => {
  test('locked and unlocked parts are apart until the lock ends', async () => {
    const network = open(mainnet);
    await freeze(network, 50);
    const lent = { owner_address: a, receiver_address: b, resource: 'ENERGY' };
    await network.send('delegateresource', { ...lent, balance: 10 * COIN, lock: true }, alice);
    const opened = network.node.now();
    await network.send('delegateresource', { ...lent, balance: 4 * COIN }, alice);
    const rows = async (): Promise<unknown> =>
      (await network.ask('getdelegatedresourcev2', { fromAddress: a, toAddress: b }))['delegatedResource'];
    expect(await rows()).toMatchObject([
      { frozen_balance_for_energy: 4 * COIN },
      { frozen_balance_for_energy: 10 * COIN, expire_time_for_energy: opened - 3000 + 3 * DAY },
    ]);
    network.node.advanceTime(3 * DAY + 3000);
    network.node.mine();
    await network.send('undelegateresource', { ...lent, balance: 12 * COIN }, alice);
    expect(await rows()).toEqual([{ from: a, to: b, frozen_balance_for_energy: 2 * COIN }]);
    await network.send('undelegateresource', { ...lent, balance: 2 * COIN }, alice);
    expect(await rows()).toBeUndefined();
    expect(await account(network)).toMatchObject({ frozenV2: [{}, { type: 'ENERGY', amount: 50 * COIN }, {}] });
    expect(await network.ask('getdelegatedresourceaccountindexv2', { value: b })).toEqual({ account: b });
  });

  test('locks always last three days while no period may be named', async () => {
    const network = open({ ...mainnet, parameters: { getMaxDelegateLockPeriod: 86_400 } });
    await freeze(network, 50);
    const lent = { owner_address: a, receiver_address: b, resource: 'ENERGY', balance: COIN, lock: true };
    const head = network.node.now();
    await network.send('delegateresource', { ...lent, lock_period: 999_999_999 }, alice);
    const { delegatedResource } = await network.ask<{ delegatedResource: readonly Json[] }>('getdelegatedresourcev2', {
      fromAddress: a,
      toAddress: b,
    });
    expect(delegatedResource[0]).toMatchObject({ expire_time_for_energy: head + 3 * DAY });
  });
});

describe('signatures', () => {
  test('are refused in the words of the node', async () => {
    const network = open(mainnet);
    const body = { owner_address: a, to_address: b, amount: 1 };
    const words = async (...signers: Parameters<Network['send']>[2][]): Promise<string> => {
      const answer = await network.send('createtransaction', body, ...signers);
      return Buffer.from((answer['message'] as string | undefined) ?? '', 'hex').toString();
    };
    expect(await words()).toBe('Validate signature error: miss sig or contract');
    expect(await words(carol)).toMatch(/ is signed by \w{34} but it is not contained of permission\.$/);
    expect(await words(alice, alice)).toMatch(/Signature count is 2 more than key counts of permission : 1$/);
    expect(await words(alice, alice, alice, alice, alice, alice)).toMatch(/too many signatures$/);
    const missing = await network.send('createtransaction', { ...body, Permission_id: 3 }, alice);
    expect(Buffer.from(missing['message'] as string, 'hex').toString()).toBe(
      "Validate signature error: permission isn't exit",
    );
  });
});
