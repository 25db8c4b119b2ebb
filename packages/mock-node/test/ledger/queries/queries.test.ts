import { scaled } from '@coin/test-kit/scaled';
import { assert, asyncProperty, constantFrom, integer, nat } from 'fast-check';
import { expect, test } from 'vitest';
import {
  alice,
  bob,
  carol,
  openNetwork,
  developmentSigner,
  newcomer,
  witness,
  type Json,
  type Network,
} from '../../support/governance-network.ts';

const COIN = 1_000_000;
const a = alice.address;

const stake = ({ send }: Network, amount: number, resource: string): Promise<Json> =>
  send('freezebalancev2', { owner_address: a, frozen_balance: amount, resource }, alice);

const delegate = ({ send }: Network, receiver: string, balance: number, resource = 'ENERGY'): Promise<Json> =>
  send('delegateresource', { owner_address: a, receiver_address: receiver, balance, resource }, alice);

test('the delegatable amount is the highest that can be built, for any stake and use', async () => {
  const resources = constantFrom('BANDWIDTH', 'ENERGY');
  const amounts = integer({ min: COIN, max: 5000 * COIN });
  await assert(
    asyncProperty(resources, amounts, nat(4), async (resource, amount, transfers) => {
      const network = openNetwork();
      await stake(network, amount, resource);
      for (let sent = 0; sent < transfers; sent++) {
        await network.send('createtransaction', { owner_address: a, to_address: bob.address, amount: sent + 1 }, alice);
      }
      const type = resource === 'ENERGY' ? 1 : 0;
      const { max_size: max = 0 } = await network.ask<{ max_size?: number }>('getcandelegatedmaxsize', {
        owner_address: a,
        type,
      });
      const build = (balance: number): Promise<string | undefined> =>
        network.rejection('delegateresource', { owner_address: a, receiver_address: bob.address, balance, resource });
      if (max > 0) expect(await build(max)).toBeUndefined();
      expect(await build(Math.max(max + 1, COIN))).toMatch(/^delegateBalance must be less than or equal to available/);
    }),
    { numRuns: scaled(12) },
  );
});

test('a missing account, another resource, or less than a coin cannot be delegated', async () => {
  const network = openNetwork();
  await stake(network, 2 * COIN, 'ENERGY');
  const ask = (owner_address: string, type: number): Promise<Json> =>
    network.ask('getcandelegatedmaxsize', { owner_address, type });
  expect(await ask(a, 1)).toEqual({ max_size: 2 * COIN });
  expect(await ask(a, 2)).toEqual({});
  expect(await ask(newcomer.address, 1)).toEqual({});
  await delegate(network, bob.address, COIN + 1);
  expect(await ask(a, 1)).toEqual({});
});

test('delegated stake is shown by pair, in the index of both accounts, and in both accounts', async () => {
  const network = openNetwork();
  await stake(network, 100 * COIN, 'ENERGY');
  await stake(network, 100 * COIN, 'BANDWIDTH');
  await delegate(network, bob.address, 10 * COIN);
  await delegate(network, carol.address, 20 * COIN, 'BANDWIDTH');
  await delegate(network, bob.address, 5 * COIN);
  const locked = { owner_address: a, receiver_address: bob.address, balance: 7 * COIN, resource: 'ENERGY', lock: true };
  const head = network.node.now();
  await network.send('delegateresource', { ...locked, lock_period: 3000 }, alice);
  const pair = (toAddress: string): Promise<Json> =>
    network.ask('getdelegatedresourcev2', { fromAddress: a, toAddress });
  const ends = { from: a, to: bob.address };
  expect(await pair(bob.address)).toEqual({
    delegatedResource: [
      { ...ends, frozen_balance_for_energy: 15 * COIN },
      { ...ends, frozen_balance_for_energy: 7 * COIN, expire_time_for_energy: head + 3000 * 3000 },
    ],
  });
  expect(await pair(newcomer.address)).toEqual({});
  const index = (value: string): Promise<Json> => network.ask('getdelegatedresourceaccountindexv2', { value });
  expect(await index(a)).toEqual({ account: a, toAccounts: [carol.address, bob.address] });
  expect(await index(bob.address)).toEqual({ account: bob.address, fromAccounts: [a] });
  expect(await index(newcomer.address)).toEqual({ account: newcomer.address });
  expect(await index('41')).toEqual({});
  expect(await network.ask('getaccount', { address: a })).toMatchObject({
    frozenV2: [{ amount: 80 * COIN }, { type: 'ENERGY', amount: 78 * COIN }, { type: 'TRON_POWER' }],
    delegated_frozenV2_balance_for_bandwidth: 20 * COIN,
    account_resource: { delegated_frozenV2_balance_for_energy: 22 * COIN },
  });
  expect(await network.ask('getaccount', { address: bob.address })).toMatchObject({
    account_resource: { acquired_delegated_frozenV2_balance_for_energy: 22 * COIN },
  });
});

test('pairs that delegated in one block are listed in an order independent of their sequence', async () => {
  const network = openNetwork({ mining: { kind: 'manual' } });
  await stake(network, 100 * COIN, 'ENERGY');
  network.node.mine();
  const receivers = [1, 2, 3, 4, 5, 6, 7].map((index) => developmentSigner(index).address);
  const delegated = async (order: readonly string[]): Promise<unknown> => {
    const mark = network.node.snapshot();
    for (const receiver of order) {
      await delegate(network, receiver, COIN);
    }
    network.node.mine();
    const index = await network.ask('getdelegatedresourceaccountindexv2', { value: a });
    network.node.revert(mark);
    return index['toAccounts'];
  };
  const listed = await delegated(receivers);
  expect(await delegated(receivers.toReversed())).toEqual(listed);
  expect(listed).not.toEqual(receivers);
  expect(new Set(listed as string[])).toEqual(new Set(receivers));
});

test('unfreezes are counted, and may be withdrawn once they have expired', async () => {
  const network = openNetwork();
  await stake(network, 10 * COIN, 'ENERGY');
  const count = (): Promise<Json> => network.ask('getavailableunfreezecount', { owner_address: a });
  const withdrawable = (timestamp?: number): Promise<Json> =>
    network.ask('getcanwithdrawunfreezeamount', { owner_address: a, timestamp });
  const unstake = (amount: number): Promise<Json> =>
    network.send('unfreezebalancev2', { owner_address: a, unfreeze_balance: amount, resource: 'ENERGY' }, alice);
  expect(await count()).toEqual({ count: 32 });
  const first = network.node.now() + 14 * 86_400_000;
  await unstake(COIN);
  await unstake(2 * COIN);
  expect(await count()).toEqual({ count: 30 });
  expect(await withdrawable()).toEqual({});
  expect(await withdrawable(-1)).toEqual({});
  expect(await withdrawable(first - 1)).toEqual({});
  expect(await withdrawable(first)).toEqual({ amount: COIN });
  expect(await withdrawable(first + 3000)).toEqual({ amount: 3 * COIN });
  network.node.advanceTime(15 * 86_400_000);
  network.node.mine();
  expect(await withdrawable(0)).toEqual({ amount: 3 * COIN });
  expect(await count()).toEqual({ count: 32 });
  expect(await network.ask('getavailableunfreezecount', { owner_address: newcomer.address })).toEqual({});
});

interface Use {
  readonly NetUsed: number;
  readonly freeNetUsed: number;
}

test('answers show resources recovered up to the head, and queries change nothing', async () => {
  const network = openNetwork();
  await stake(network, 500 * COIN, 'BANDWIDTH');
  for (let amount = 1; amount < 6; amount++) {
    await network.send('createtransaction', { owner_address: a, to_address: bob.address, amount }, alice);
  }
  const before = network.node.dump();
  const account = await network.ask('getaccount', { address: a });
  const resource = await network.ask<Use>('getaccountresource', { address: a });
  const net = await network.ask('getaccountnet', { address: a });
  expect(resource).toMatchObject(net);
  expect([resource.NetUsed, resource.freeNetUsed]).toEqual([account['net_usage'], account['free_net_usage']]);
  expect(resource).toMatchObject({ tronPowerLimit: 500, NetLimit: 43_200_000_000, TotalNetWeight: 500 });
  expect(network.node.dump()).toBe(before);
  network.node.advanceTime(3_600_000 * 12);
  network.node.mine();
  const later = await network.ask<Use>('getaccountresource', { address: a });
  expect(later.NetUsed).toBeGreaterThan(0);
  expect(later.NetUsed).toBeLessThan(resource.NetUsed);
  network.node.advanceTime(3_600_000 * 24);
  network.node.mine();
  expect(await network.ask('getaccountresource', { address: a })).not.toHaveProperty('NetUsed');
});

test('queries about a missing account return nothing', async () => {
  const { ask } = openNetwork();
  for (const path of ['getaccount', 'getaccountresource', 'getaccountnet']) {
    expect(await ask(path, { address: newcomer.address })).toEqual({});
  }
});

test('votes count as used voting power', async () => {
  const network = openNetwork();
  await stake(network, 9_700_000, 'ENERGY');
  const votes = [{ vote_address: witness.address, vote_count: 7 }];
  await network.send('votewitnessaccount', { owner_address: a, votes }, alice);
  expect(await network.ask('getaccountresource', { address: a })).toMatchObject({
    tronPowerUsed: 7,
    tronPowerLimit: 9,
  });
  expect((await network.ask('getaccount', { address: a }))['votes']).toEqual(votes);
});

test('proposals of one block are listed by id, or in the order of a hash map while they are only in memory', async () => {
  const network = openNetwork({ mining: { kind: 'manual' } });
  const propose = async (value: number): Promise<Json> =>
    network.send('proposalcreate', { owner_address: witness.address, parameters: [{ key: 11, value }] }, witness);
  const listed = async (): Promise<unknown> =>
    (await network.ask<{ proposals: readonly Json[] }>('listproposals')).proposals.map((each) => each['proposal_id']);
  await propose(100);
  network.node.mine(3);
  for (let value = 101; value <= 106; value++) await propose(value);
  network.node.mine();
  expect(await listed()).toEqual([3, 4, 5, 6, 2, 7, 1]);
  network.node.mine();
  expect(await listed()).toEqual([3, 4, 5, 6, 2, 7, 1]);
  network.node.mine();
  expect(await listed()).toEqual([2, 3, 4, 5, 6, 7, 1]);
  // A row that is written again goes back into memory, before all others.
  const approval = { owner_address: witness.address, proposal_id: 5, is_add_approval: true };
  await network.send('proposalapprove', approval, witness);
  network.node.mine();
  expect(await listed()).toEqual([5, 2, 3, 4, 6, 7, 1]);
  network.node.mine(2);
  expect(await listed()).toEqual([2, 3, 4, 5, 6, 7, 1]);
});
