import { describe, expect, test } from 'vitest';
import {
  alice,
  bob,
  carol,
  openNetwork,
  witness,
  type Json,
  type Network,
  type Signer,
} from '../../support/governance-network.ts';

const a = alice.address;
const b = bob.address;
const DAY = 86_400_000;
const COIN = 1_000_000;
const mainnet = { preset: 'mainnet' } as const;

const freeze = ({ send }: Network, coins: number, resource = 'ENERGY'): Promise<Json> =>
  send('freezebalancev2', { owner_address: a, frozen_balance: coins * COIN, resource }, alice);
const unfreeze = ({ send }: Network, amount: number, resource = 'ENERGY'): Promise<Json> =>
  send('unfreezebalancev2', { owner_address: a, unfreeze_balance: amount, resource }, alice);
const account = ({ ask }: Network, address = a): Promise<Json> => ask('getaccount', { address });

describe('stakes', () => {
  test('stay locked for 14 days after an unfreeze and are withdrawn with the next one', async () => {
    const network = openNetwork(mainnet);
    await freeze(network, 10);
    const start = await account(network);
    const infos = [await unfreeze(network, 3 * COIN), await unfreeze(network, 2 * COIN)];
    const fees = infos.reduce((sum, { fee = 0 }) => sum + Number(fee), 0);
    const pending = (await account(network))['unfrozenV2'] as readonly Json[];
    expect(pending.map(({ unfreeze_amount }) => unfreeze_amount)).toEqual([3 * COIN, 2 * COIN]);
    network.node.advanceTime(14 * DAY + 3000);
    network.node.mine();
    const info = await unfreeze(network, COIN);
    expect(info).toMatchObject({ withdraw_expire_amount: 5 * COIN });
    expect(info).not.toHaveProperty('unfreeze_amount');
    const end = await account(network);
    expect(end['balance']).toBe(Number(start['balance']) + 5 * COIN - fees);
    expect(end['unfrozenV2']).toMatchObject([{ type: 'ENERGY', unfreeze_amount: COIN }]);
    network.node.advanceTime(14 * DAY);
    network.node.mine();
    const withdrawn = await network.send('withdrawexpireunfreeze', { owner_address: a }, alice);
    expect(withdrawn).toMatchObject({ withdraw_expire_amount: COIN });
    expect(await account(network)).not.toHaveProperty('unfrozenV2');
  });

  test('count in the weight as whole coins per account', async () => {
    const network = openNetwork(mainnet);
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

  test('carry votes, which are reduced with them', async () => {
    const network = openNetwork(mainnet);
    await freeze(network, 100);
    const votes = [{ vote_address: witness.address, vote_count: 100 }];
    await network.send('votewitnessaccount', { owner_address: a, votes }, alice);
    await unfreeze(network, 33 * COIN + 1);
    expect((await account(network))['votes']).toEqual([{ vote_address: witness.address, vote_count: 66 }]);
    await unfreeze(network, 67 * COIN - 1);
    expect(await account(network)).not.toHaveProperty('votes');
  });

  test('earn rewards through votes from the next cycle on', async () => {
    const network = openNetwork(mainnet);
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
    expect(await network.rejection('withdrawbalance', { owner_address: a })).toMatch(
      /^The last withdraw time is \d+, less than 24 hours$/,
    );
  });
});

describe('delegated stake', () => {
  test('has a locked and an unlocked part until the lock ends', async () => {
    const network = openNetwork(mainnet);
    await freeze(network, 50);
    const delegation = { owner_address: a, receiver_address: b, resource: 'ENERGY' };
    await network.send('delegateresource', { ...delegation, balance: 10 * COIN, lock: true }, alice);
    const opened = network.node.now();
    await network.send('delegateresource', { ...delegation, balance: 4 * COIN }, alice);
    const rows = async (): Promise<unknown> =>
      (await network.ask('getdelegatedresourcev2', { fromAddress: a, toAddress: b }))['delegatedResource'];
    expect(await rows()).toMatchObject([
      { frozen_balance_for_energy: 4 * COIN },
      { frozen_balance_for_energy: 10 * COIN, expire_time_for_energy: opened - 3000 + 3 * DAY },
    ]);
    network.node.advanceTime(3 * DAY + 3000);
    network.node.mine();
    await network.send('undelegateresource', { ...delegation, balance: 12 * COIN }, alice);
    expect(await rows()).toEqual([{ from: a, to: b, frozen_balance_for_energy: 2 * COIN }]);
    await network.send('undelegateresource', { ...delegation, balance: 2 * COIN }, alice);
    expect(await rows()).toBeUndefined();
    expect(await account(network)).toMatchObject({ frozenV2: [{}, { type: 'ENERGY', amount: 50 * COIN }, {}] });
    expect(await network.ask('getdelegatedresourceaccountindexv2', { value: b })).toEqual({ account: b });
  });

  test('is always locked for three days on networks without lock periods', async () => {
    const network = openNetwork({ ...mainnet, parameters: { getMaxDelegateLockPeriod: 86_400 } });
    await freeze(network, 50);
    const delegation = { owner_address: a, receiver_address: b, resource: 'ENERGY', balance: COIN, lock: true };
    const head = network.node.now();
    await network.send('delegateresource', { ...delegation, lock_period: 999_999_999 }, alice);
    const { delegatedResource } = await network.ask<{ delegatedResource: readonly Json[] }>('getdelegatedresourcev2', {
      fromAddress: a,
      toAddress: b,
    });
    expect(delegatedResource[0]).toMatchObject({ expire_time_for_energy: head + 3 * DAY });
  });
});

describe('signatures', () => {
  test('are rejected in the words of the node', async () => {
    const network = openNetwork(mainnet);
    const body = { owner_address: a, to_address: b, amount: 1 };
    const errorOf = async (...signers: readonly Signer[]): Promise<string> => {
      const answer = await network.send('createtransaction', body, ...signers);
      return Buffer.from((answer['message'] as string | undefined) ?? '', 'hex').toString();
    };
    expect(await errorOf()).toBe('Validate signature error: miss sig or contract');
    expect(await errorOf(carol)).toMatch(/ is signed by \w{34} but it is not contained of permission\.$/);
    expect(await errorOf(alice, alice)).toMatch(/Signature count is 2 more than key counts of permission : 1$/);
    expect(await errorOf(alice, alice, alice, alice, alice, alice)).toMatch(/too many signatures$/);
    const missing = await network.send('createtransaction', { ...body, Permission_id: 3 }, alice);
    expect(Buffer.from(missing['message'] as string, 'hex').toString()).toBe(
      "Validate signature error: permission isn't exit",
    );
  });
});
