import { expect, test } from 'vitest';
import {
  alice,
  bob,
  carol,
  openNetwork,
  newcomer,
  witness,
  type Json,
  type Network,
} from '../../support/governance-network.ts';

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

test('a proposal opens at the head and expires at the first maintenance that is at least three days later', async () => {
  const network = openNetwork();
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

test('an approval can be added and withdrawn; only a proposal that is not deleted takes effect', async () => {
  const network = openNetwork();
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

test('proposals are listed newest first, within one block by id, and in pages by id', async () => {
  const network = openNetwork({ mining: { kind: 'manual' } });
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

test('a new witness pays a fee, gets the witness permission, and is listed without being active', async () => {
  const network = openNetwork();
  await network.send('createaccount', { owner_address: a, account_address: newcomer.address }, alice);
  network.node.setBalance(newcomer.address, 10_000_000_000n);
  const burned = await network.ask<{ burnTrxAmount: number }>('getburntrx');
  const info = await network.send('createwitness', { owner_address: newcomer.address, url: 'c3a9' }, newcomer);
  expect(info['fee']).toBe(9_999_000_000);
  const key = { keys: [{ address: newcomer.address, weight: 1 }], threshold: 1 };
  const account = await network.ask('getaccount', { address: newcomer.address });
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
      ({ address }) => address === newcomer.address,
    );
  expect(await listed()).toEqual({ address: newcomer.address, url: 'é' });
  await network.send('updatewitness', { owner_address: newcomer.address, update_url: '62' }, newcomer);
  expect(await listed()).toEqual({ address: newcomer.address, url: 'b' });
});

test('a genesis account that becomes a witness gets default permissions only with multi-signature enabled', async () => {
  const network = openNetwork();
  await network.send('createwitness', { owner_address: a, url: '61' }, alice);
  const account = await network.ask('getaccount', { address: a });
  expect(account).toHaveProperty('owner_permission');
  expect(account).toHaveProperty('active_permission');
  const single = openNetwork({ parameters: { getAllowMultiSign: 0 } });
  await single.send('createwitness', { owner_address: a, url: '61' }, alice);
  expect(await single.ask('getaccount', { address: a })).not.toHaveProperty('witness_permission');
});

test('a new brokerage takes effect in the next cycle', async () => {
  const network = openNetwork();
  const brokerage = async (): Promise<unknown> => (await network.ask('getBrokerage', { address: w }))['brokerage'];
  await network.send('updateBrokerage', { owner_address: w, brokerage: 37 }, witness);
  expect(await brokerage()).toBe(20);
  network.node.advanceCycle();
  expect(await brokerage()).toBe(37);
});

test('two accounts may take the same name if names may change', async () => {
  const network = openNetwork({ parameters: { getAllowUpdateAccountName: 1 } });
  for (const signer of [alice, bob]) {
    const { address } = signer;
    await network.send('updateaccount', { owner_address: address, account_name: '6e616d65' }, signer);
    expect((await network.ask('getaccount', { address }))['account_name']).toBe('6e616d65');
  }
});

test('the ledger numbers permissions, charges a fee for them, and lets them decide who may sign', async () => {
  const network = openNetwork();
  const keys = (...signers: readonly { address: string }[]): readonly Json[] =>
    signers.map(({ address }) => ({ address, weight: 1 }));
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
  const named = openNetwork({ parameters: { getAllowUpdateAccountName: 1 } });
  await named.send('accountpermissionupdate', { owner_address: a, owner, actives: [active, active] }, alice);
  expect(await named.send('updateaccount', rename, carol)).toMatchObject({ code: 'SIGERROR' });
});

test('a balance too small for the fee of new permissions fails only at execution', async () => {
  const network = openNetwork();
  network.node.setBalance(a, 99_999_999n);
  const owner = { type: 'Owner', permission_name: 'o', threshold: 1, keys: [{ address: a, weight: 1 }] };
  const active = { ...owner, type: 'Active', operations: `02${'00'.repeat(31)}` };
  const answer = await network.send('accountpermissionupdate', { owner_address: a, owner, actives: [active] }, alice);
  expect(answer).toMatchObject({ code: 'CONTRACT_EXE_ERROR' });
  expect(await network.ask('getaccount', { address: a })).not.toHaveProperty('owner_permission');
});

test('the creator of a contract changes its settings and clears its ABI', async () => {
  const network = openNetwork();
  network.node.placeContract({ address: contract, code: '00', deployer: a, callerPercent: 10 });
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
