import { expect, test } from 'vitest';
import { alice, bob, carol, open, stranger, witness } from '../../support/governance-network.ts';
import type { Json } from '../../support/governance-network.ts';

/**
 * Bodies that are wrong in fewer and fewer respects: each refusal is the first that applies, so the order is checked
 * too.
 */
type Ladder = readonly (readonly [change: Json, refusal: string | undefined])[];

async function climb(network: ReturnType<typeof open>, path: string, ladder: Ladder): Promise<void> {
  let body: Json = {};
  for (const [change, refusal] of ladder) {
    body = { ...body, ...change };
    expect(await network.refusal(path, body), `${path} ${JSON.stringify(body)}`).toBe(refusal);
  }
}

const a = alice.address;
const nobody = stranger.address;
const contract = `41${'c0'.repeat(20)}`;

test('proposals', async () => {
  const network = open();
  await climb(network, 'proposalcreate', [
    [{}, 'Invalid address'],
    [{ owner_address: nobody }, `Account[${nobody}] not exists`],
    [{ owner_address: a }, `Witness[${a}] not exists`],
    [{ owner_address: witness.address }, 'This proposal has no parameter.'],
    [{ parameters: [{ key: 99, value: 1 }] }, 'Does not support code : 99'],
    [
      {
        parameters: [
          { key: 12, value: -5 },
          { key: 27, value: 1 },
        ],
      },
      'Does not support code : 27',
    ],
    [{ parameters: { key: 11, value: 210 } }, undefined],
  ]);
  await climb(network, 'proposalapprove', [
    [{ proposal_id: 1 }, 'Invalid address'],
    [{ owner_address: nobody }, `Account[${nobody}] not exists`],
    [{ owner_address: a }, `Witness[${a}] not exists`],
    [{ owner_address: witness.address }, 'Proposal[1] not exists'],
    [{ proposal_id: -1 }, 'Proposal[-1] not exists'],
    [{ proposal_id: 0 }, 'Proposal[0] not exists'],
  ]);
  const proposal = { owner_address: witness.address, parameters: [{ key: 11, value: 210 }] };
  await network.send('proposalcreate', proposal, witness);
  const w = witness.address;
  await climb(network, 'proposalapprove', [
    [{ owner_address: w, proposal_id: 1 }, `Witness[${w}]has not approved proposal[1] before`],
    [{ is_add_approval: true }, undefined],
  ]);
  await network.send('proposalapprove', { owner_address: w, proposal_id: 1, is_add_approval: true }, witness);
  await climb(network, 'proposalapprove', [
    [{ owner_address: w, proposal_id: 1, is_add_approval: true }, `Witness[${w}]has approved proposal[1] before`],
    [{ is_add_approval: false }, undefined],
  ]);
  await climb(network, 'proposaldelete', [
    [{}, 'Invalid address'],
    [{ owner_address: nobody }, `Account[${nobody}] not exists`],
    [{ owner_address: a, proposal_id: 2 }, 'Proposal[2] not exists'],
    [{ proposal_id: 1 }, `Proposal[1] is not proposed by ${a}`],
    [{ owner_address: w }, undefined],
  ]);
  await network.send('proposaldelete', { owner_address: w, proposal_id: 1 }, witness);
  expect(await network.refusal('proposalapprove', { owner_address: w, proposal_id: 1 })).toBe('Proposal[1] canceled');
  expect(await network.refusal('proposaldelete', { owner_address: w, proposal_id: 1 })).toBe('Proposal[1] canceled');
  network.node.advanceTime(4 * 86_400_000);
  network.node.mine();
  expect(await network.refusal('proposalapprove', { owner_address: w, proposal_id: 1 })).toBe('Proposal[1] expired');
  expect(await network.refusal('proposaldelete', { owner_address: w, proposal_id: 1 })).toBe('Proposal[1] expired');
});

test('witnesses and their brokerage', async () => {
  const network = open();
  await climb(network, 'createwitness', [
    [{}, 'Invalid address'],
    [{ owner_address: nobody }, 'Invalid url'],
    [{ url: '00'.repeat(257) }, 'Invalid url'],
    [{ url: '61'.repeat(256) }, `account[${nobody}] not exists`],
    [{ owner_address: witness.address }, `Witness[${witness.address}] has existed`],
    [{ owner_address: a }, undefined],
  ]);
  network.node.setBalance(a, 9_998_999_999n);
  expect(await network.refusal('createwitness', { owner_address: a, url: '61' })).toBe('balance < AccountUpgradeCost');
  network.node.setBalance(a, 9_999_000_000n);
  expect(await network.refusal('createwitness', { owner_address: a, url: '61' })).toBeUndefined();
  await climb(network, 'updatewitness', [
    [{}, 'Invalid address'],
    [{ owner_address: nobody }, 'account does not exist'],
    [{ owner_address: a }, 'Invalid url'],
    [{ update_url: '61' }, 'Witness does not exist'],
    [{ owner_address: witness.address }, undefined],
  ]);
  await climb(network, 'updateBrokerage', [
    [{ brokerage: 101 }, 'Invalid ownerAddress'],
    [{ owner_address: nobody }, 'Invalid brokerage'],
    [{ brokerage: -1 }, 'Invalid brokerage'],
    [{ brokerage: 100 }, `Not existed witness:${nobody}`],
    [{ owner_address: witness.address }, undefined],
    [{ brokerage: 0 }, undefined],
  ]);
  const off = open({ parameters: { getChangeDelegation: 0 } });
  expect(await off.refusal('updateBrokerage', {})).toBe(
    'contract type error, unexpected type [UpdateBrokerageContract]',
  );
});

test('names of accounts', async () => {
  const network = open();
  await climb(network, 'updateaccount', [
    [{ account_name: '61'.repeat(201) }, 'Invalid accountName'],
    [{ account_name: '61'.repeat(200) }, 'Invalid ownerAddress'],
    [{ owner_address: nobody }, 'Account does not exist'],
    [{ owner_address: a }, 'This account name is already existed'],
  ]);
  await network.send('createaccount', { owner_address: a, account_address: nobody }, alice);
  const { account_name: taken } = await network.ask('getaccount', { address: a });
  expect(await network.refusal('updateaccount', { owner_address: nobody, account_name: taken })).toBe(
    'This name is existed',
  );
  const free = open({ parameters: { getAllowUpdateAccountName: 1 } });
  expect(await free.refusal('updateaccount', { owner_address: a, account_name: taken })).toBeUndefined();
});

test('settings of contracts', async () => {
  const network = open();
  network.node.placeContract({ address: contract, code: '00', owner: a });
  await climb(network, 'updatesetting', [
    [{}, 'Invalid address'],
    [{ owner_address: nobody }, `Account[${nobody}] does not exist`],
    [{ owner_address: bob.address, consume_user_resource_percent: 101 }, 'percent not in [0, 100]'],
    [{ consume_user_resource_percent: -1 }, 'percent not in [0, 100]'],
    [{ consume_user_resource_percent: 100 }, 'Contract does not exist'],
    [{ contract_address: contract }, `Account[${bob.address}] is not the owner of the contract`],
    [{ owner_address: a }, undefined],
  ]);
  await climb(network, 'updateenergylimit', [
    [{}, 'Invalid address'],
    [{ owner_address: nobody }, `Account[${nobody}] does not exist`],
    [{ owner_address: bob.address }, 'origin energy limit must be > 0'],
    [{ origin_energy_limit: 1 }, 'Contract does not exist'],
    [{ contract_address: contract }, `Account[${bob.address}] is not the owner of the contract`],
    [{ owner_address: a }, undefined],
  ]);
  await climb(network, 'clearabi', [
    [{}, 'Invalid address'],
    [{ owner_address: nobody }, `Account[${nobody}] not exists`],
    [{ owner_address: bob.address }, 'Contract not exists'],
    [{ contract_address: contract }, `Account[${bob.address}] is not the owner of the contract`],
    [{ owner_address: a }, undefined],
  ]);
  const off = open({ parameters: { getAllowTvmConstantinople: 0 } });
  expect(await off.refusal('clearabi', {})).toBe('contract type error,unexpected type [ClearABIContract]');
});

const key = (address: string, weight: number): Json => ({ address, weight });
const ALL = '7fff1fc0033e0000000000000000000000000000000000000000000000000000';

test('permissions of an account', async () => {
  const network = open();
  const good = { type: 'Owner', permission_name: 'owner', threshold: 2, keys: [key(a, 1), key(bob.address, 1)] };
  const active = { ...good, type: 'Active', permission_name: 'active', operations: ALL };
  await climb(network, 'accountpermissionupdate', [
    [{}, 'invalidate ownerAddress'],
    [{ owner_address: nobody }, 'ownerAddress account does not exist'],
    [{ owner_address: witness.address }, 'owner permission is missed'],
    [{ owner: { type: 'Active' } }, 'witness permission is missed'],
    [{ owner_address: a, witness: {} }, "account isn't witness can't set witness permission"],
    [{ witness: undefined }, 'active permission is missed'],
    [{ actives: Array.from({ length: 9 }, () => ({})) }, 'active permission is too many'],
    [{ actives: [{ type: 'Witness' }] }, 'owner permission type is error'],
    [{ owner: good }, 'active permission type is error'],
    [{ actives: [active, { type: 'Active' }] }, "key's count should be greater than 0"],
    [{ actives: Array.from({ length: 8 }, () => active) }, undefined],
  ]);
  const permission: readonly (readonly [change: Json, refusal: string | undefined])[] = [
    [
      { keys: Array.from({ length: 6 }, () => key('41', 1)) },
      'number of keys in permission should not be greater than 5',
    ],
    [{ keys: [] }, "key's count should be greater than 0"],
    [{ keys: [key('41', 0), key('41', 0)] }, "permission's threshold should be greater than 0"],
    [{ threshold: 9, permission_name: 'n'.repeat(33) }, "permission's name is too long"],
    [{ permission_name: 'n'.repeat(32), parent_id: 1 }, "permission's parent should be owner"],
    [{ parent_id: 0 }, 'address should be distinct in permission Active'],
    [{ keys: [key('41', 0), key(a, 0)] }, 'key is not a validate address'],
    [{ keys: [key(bob.address, 1), key(a, 0)] }, "key's weight should be greater than 0"],
    [{ keys: [key(bob.address, 2 ** 62), key(a, 2 ** 62)] }, 'long overflow'],
    [
      { keys: [key(bob.address, 5), key(a, 3)] },
      "sum of all key's weight should not be less than threshold in permission Active",
    ],
    [{ threshold: 8 }, 'operations size must 32'],
    [{ operations: 'ff'.repeat(31) }, 'operations size must 32'],
    [{ operations: 'ff'.repeat(32) }, "7 isn't a validate ContractType"],
    [{ operations: `${'00'.repeat(31)}80` }, "255 isn't a validate ContractType"],
    [{ operations: ALL }, undefined],
  ];
  let wrong: Json = { type: 'Active' };
  for (const [change, refusal] of permission) {
    wrong = { ...wrong, ...change };
    const body = { owner_address: a, owner: good, actives: [wrong] };
    expect(await network.refusal('accountpermissionupdate', body), JSON.stringify(wrong)).toBe(refusal);
  }
  const witnessed = { owner_address: witness.address, owner: good, actives: [active] };
  await climb(network, 'accountpermissionupdate', [
    [{ ...witnessed, witness: { type: 'Owner' } }, 'witness permission type is error'],
    [{ witness: { ...good, type: 'Witness' } }, "Witness permission's key count should be 1"],
    [
      { witness: { ...good, type: 'Witness', keys: [key(a, 2)], operations: ALL } },
      "Witness permission needn't operations",
    ],
    [
      { witness: { ...good, type: 'Witness', keys: [key(a, 2)] }, owner: { ...good, operations: ALL } },
      "Owner permission needn't operations",
    ],
    [{ owner: good }, undefined],
  ]);
  const off = open({ parameters: { getAllowMultiSign: 0 } });
  expect(await off.refusal('accountpermissionupdate', {})).toBe(
    'multi sign is not allowed, need to be opened by the committee',
  );
});

test('staking of version 1', async () => {
  const network = open();
  network.node.placeContract({ address: contract, code: '00', owner: a });
  await climb(network, 'freezebalance', [
    [{}, 'Invalid address'],
    [{ owner_address: nobody }, `Account[${nobody}] not exists`],
    [{ owner_address: a }, 'frozenBalance must be positive'],
    [{ frozen_balance: 999_999 }, 'frozenBalance must be greater than or equal to 1 TRX'],
    [{ frozen_balance: 1_000_000_000_001 }, 'frozenBalance must be less than or equal to accountBalance'],
    [{ frozen_balance: 1_000_000 }, 'frozenDuration must be less than 3 days and more than 3 days'],
    [{ frozen_duration: 3, resource: 'TRON_POWER' }, 'ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]'],
    [{ resource: 'ENERGY', receiver_address: a }, 'receiverAddress must not be the same as ownerAddress'],
    [{ receiver_address: '42' }, 'Invalid receiverAddress'],
    [{ receiver_address: nobody }, `Account[${nobody}] not exists`],
    [{ receiver_address: contract }, 'Do not allow delegate resources to contract addresses'],
    [{ receiver_address: carol.address }, 'freeze v2 is open, old freeze is closed'],
  ]);
  await climb(network, 'unfreezebalance', [
    [{}, 'Invalid address'],
    [{ owner_address: nobody }, `Account[${nobody}] does not exist`],
    [{ owner_address: a, receiver_address: a }, 'receiverAddress must not be the same as ownerAddress'],
    [{ receiver_address: '42' }, 'Invalid receiverAddress'],
    [{ receiver_address: nobody }, 'delegated Resource does not exist'],
    [{ receiver_address: undefined }, 'no frozenBalance(BANDWIDTH)'],
    [{ resource: 'ENERGY' }, 'no frozenBalance(Energy)'],
    [{ resource: 'TRON_POWER' }, 'ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]'],
  ]);
  const before = open({ parameters: { getUnfreezeDelayDays: 0 } });
  const stake = { owner_address: a, frozen_balance: 1_000_000, frozen_duration: 3 };
  expect(await before.refusal('freezebalance', stake)).toMatch(/^@coin\/mock-node does not model/);
});
