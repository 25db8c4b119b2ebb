import { expect, test } from 'vitest';
import { alice, bob, carol, open, stranger, witness } from '../../support/governance-network.ts';
import type { Json, Network } from '../../support/governance-network.ts';

const a = alice.address;
const w = witness.address;
const contract = `41${'c0'.repeat(20)}`;

async function parameterOf({ ask }: Network, name: string): Promise<unknown> {
  const { chainParameter } = await ask<{ chainParameter: readonly { key: string; value?: number }[] }>(
    'getchainparameters',
  );
  return chainParameter.find(({ key }) => key === name)?.value;
}

const propose = ({ send }: Network, parameters: readonly Json[]): Promise<Json> =>
  send('proposalcreate', { owner_address: w, parameters }, witness);

test('a proposal opens at the head and expires with a maintenance at least three days later', async () => {
  const network = open();
  const head = network.node.now();
  await propose(network, [
    { key: 11, value: 210 },
    { key: 3, value: 500 },
    { key: 11, value: 220 },
  ]);
  const { num: maintenance } = await network.ask<{ num: number }>('getnextmaintenancetime');
  const interval = 21_600_000;
  expect(await network.ask('getproposalbyid', { id: 1 })).toEqual({
    proposal_id: 1,
    proposer_address: w,
    parameters: [
      { key: 11, value: 220 },
      { key: 3, value: 500 },
    ],
    create_time: head,
    expiration_time: maintenance + (Math.trunc((head + 259_200_000 - maintenance) / interval) + 1) * interval,
  });
});

test('an approval is added and taken back; a deleted proposal changes nothing, an expired one does', async () => {
  const network = open();
  await propose(network, [{ key: 11, value: 1 }]);
  await propose(network, [{ key: 3, value: 777 }]);
  const approve = (is_add_approval: boolean): Promise<Json> =>
    network.send('proposalapprove', { owner_address: w, proposal_id: 2, is_add_approval }, witness);
  await approve(true);
  expect((await network.ask('getproposalbyid', { id: 2 }))['approvals']).toEqual([w]);
  await approve(false);
  expect(await network.ask('getproposalbyid', { id: 2 })).not.toHaveProperty('approvals');
  await network.send('proposaldelete', { owner_address: w, proposal_id: 1 }, witness);
  expect((await network.ask('getproposalbyid', { id: 1 }))['state']).toBe('CANCELED');
  const before = await parameterOf(network, 'getEnergyFee');
  for (let cycle = 0; cycle < 14; cycle++) network.node.advanceCycle();
  expect(await network.ask('getproposalbyid', { id: 2 })).toMatchObject({ state: 'APPROVED' });
  expect((await network.ask('getproposalbyid', { id: 1 }))['state']).toBe('CANCELED');
  expect(await parameterOf(network, 'getTransactionFee')).toBe(777);
  expect(await parameterOf(network, 'getEnergyFee')).toBe(before);
  expect((await network.ask<{ prices: string }>('getbandwidthprices')).prices).toMatch(/:777$/);
});

test('proposals are listed newest first, those of one block by id, and in pages by id', async () => {
  const network = open({ mining: { mode: 'manual' } });
  for (const value of [1, 2]) {
    await propose(network, [{ key: 1, value }]);
    await propose(network, [{ key: 1, value }]);
    network.node.mine();
  }
  const idsOf = async (path: string, body: Json = {}): Promise<unknown> =>
    (await network.ask<{ proposals?: readonly { proposal_id: number }[] }>(path, body)).proposals?.map(
      ({ proposal_id: id }) => id,
    );
  network.node.mine(3);
  expect(await idsOf('listproposals')).toEqual([3, 4, 1, 2]);
  const page = (offset: number, limit: number): Promise<unknown> =>
    idsOf('getpaginatedproposallist', { offset, limit });
  expect(await page(0, 1000)).toEqual([1, 2, 3, 4]);
  expect(await page(1, 2)).toEqual([2, 3]);
  expect(await page(3, 5)).toEqual([4]);
  for (const [offset, limit] of [
    [4, 1],
    [-1, 1],
    [0, -1],
    [1, 0],
  ] as const)
    expect(await page(offset, limit)).toBeUndefined();
  expect(await network.ask('getproposalbyid', { id: 5 })).toEqual({});
});

test('a new witness pays, gets the permission to produce, and is listed without being active', async () => {
  const network = open();
  await network.send('createaccount', { owner_address: a, account_address: stranger.address }, alice);
  network.node.setBalance(stranger.address, 10_000_000_000n);
  const burned = await network.ask<{ burnTrxAmount: number }>('getburntrx');
  const info = await network.send('createwitness', { owner_address: stranger.address, url: 'c3a9' }, stranger);
  expect(info['fee']).toBe(9_999_000_000);
  const key = { keys: [{ address: stranger.address, weight: 1 }], threshold: 1 };
  const account = await network.ask('getaccount', { address: stranger.address });
  expect(account).toMatchObject({
    balance: 1_000_000,
    is_witness: true,
    witness_permission: { type: 'Witness', id: 1, permission_name: 'witness', ...key },
    owner_permission: { permission_name: 'owner', ...key },
  });
  expect(account['active_permission']).toHaveLength(1);
  const after = await network.ask<{ burnTrxAmount: number }>('getburntrx');
  expect(after.burnTrxAmount - burned.burnTrxAmount).toBe(9_999_000_000);
  const listed = async (): Promise<unknown> =>
    (await network.ask<{ witnesses: readonly Json[] }>('listwitnesses')).witnesses.find(
      ({ address }) => address === stranger.address,
    );
  expect(await listed()).toEqual({ address: stranger.address, url: 'é' });
  await network.send('updatewitness', { owner_address: stranger.address, update_url: '62' }, stranger);
  expect(await listed()).toEqual({ address: stranger.address, url: 'b' });
});

test('a genesis account that becomes a witness gets the permissions it never had; without multi-signature none', async () => {
  const network = open();
  await network.send('createwitness', { owner_address: a, url: '61' }, alice);
  const account = await network.ask('getaccount', { address: a });
  expect(account).toHaveProperty('owner_permission');
  expect(account).toHaveProperty('active_permission');
  const single = open({ parameters: { getAllowMultiSign: 0 } });
  await single.send('createwitness', { owner_address: a, url: '61' }, alice);
  expect(await single.ask('getaccount', { address: a })).not.toHaveProperty('witness_permission');
});

test('a brokerage holds from the next cycle on', async () => {
  const network = open();
  const brokerage = async (): Promise<unknown> => (await network.ask('getBrokerage', { address: w }))['brokerage'];
  await network.send('updateBrokerage', { owner_address: w, brokerage: 37 }, witness);
  expect(await brokerage()).toBe(20);
  network.node.advanceCycle();
  expect(await brokerage()).toBe(37);
});

test('a name is taken, and may be taken over where names may change', async () => {
  const network = open({ parameters: { getAllowUpdateAccountName: 1 } });
  for (const { address, person } of [
    { address: a, person: alice },
    { address: bob.address, person: bob },
  ]) {
    await network.send('updateaccount', { owner_address: address, account_name: '6e616d65' }, person);
    expect((await network.ask('getaccount', { address }))['account_name']).toBe('6e616d65');
  }
});

test('permissions are numbered by the ledger, cost a fee, and decide who may sign', async () => {
  const network = open();
  const keys = (...people: readonly { address: string }[]): readonly Json[] =>
    people.map(({ address }) => ({ address, weight: 1 }));
  const owner = { type: 'Owner', id: 7, permission_name: 'all', threshold: 2, keys: keys(alice, bob) };
  const transfers = `02${'00'.repeat(31)}`;
  const active = {
    type: 'Active',
    id: 9,
    permission_name: 'pay',
    threshold: 1,
    operations: transfers,
    keys: keys(carol),
  };
  const info = await network.send(
    'accountpermissionupdate',
    { owner_address: a, owner, actives: [active, active] },
    alice,
  );
  expect(info['fee']).toBe(100_000_000);
  const account = await network.ask('getaccount', { address: a });
  expect(account['owner_permission']).toEqual({ permission_name: 'all', threshold: 2, keys: owner.keys });
  expect(account['active_permission']).toEqual([
    { ...active, id: 2 },
    { ...active, id: 3 },
  ]);
  const pay = { owner_address: a, to_address: bob.address, amount: 1 };
  expect(await network.send('createtransaction', pay, alice)).toMatchObject({ code: 'SIGERROR' });
  const paid = await network.send('createtransaction', pay, alice, bob);
  expect(paid['fee']).toBe(1_000_000 + (paid['receipt'] as { net_fee: number }).net_fee);
  expect(await network.send('createtransaction', { ...pay, Permission_id: 3 }, carol)).toHaveProperty('blockNumber');
  const rename = { owner_address: a, account_name: '61', Permission_id: 3 };
  const named = open({ parameters: { getAllowUpdateAccountName: 1 } });
  await named.send('accountpermissionupdate', { owner_address: a, owner, actives: [active, active] }, alice);
  expect(await named.send('updateaccount', rename, carol)).toMatchObject({ code: 'SIGERROR' });
});

test('what permissions cost is only missed when they are stored', async () => {
  const network = open();
  network.node.setBalance(a, 99_999_999n);
  const owner = { type: 'Owner', permission_name: 'o', threshold: 1, keys: [{ address: a, weight: 1 }] };
  const active = { ...owner, type: 'Active', operations: `02${'00'.repeat(31)}` };
  const answer = await network.send('accountpermissionupdate', { owner_address: a, owner, actives: [active] }, alice);
  expect(answer).toMatchObject({ code: 'CONTRACT_EXE_ERROR' });
  expect(await network.ask('getaccount', { address: a })).not.toHaveProperty('owner_permission');
});

test('settings of a contract change, and its description goes', async () => {
  const network = open();
  network.node.placeContract({ address: contract, code: '00', owner: a, consumeUserResourcePercent: 10n });
  const own = { owner_address: a, contract_address: contract };
  await network.send('updatesetting', { ...own, consume_user_resource_percent: 55 }, alice);
  await network.send('updateenergylimit', { ...own, origin_energy_limit: 12_345 }, alice);
  await network.send('clearabi', own, alice);
  expect(await network.ask('getcontract', { value: contract })).toMatchObject({
    consume_user_resource_percent: 55,
    origin_energy_limit: 12_345,
    abi: {},
  });
});
