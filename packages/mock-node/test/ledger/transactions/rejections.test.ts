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

/**
 * Changes that correct a body step by step, and the rejection after each: always that of the first check that fails, so
 * the order of the checks is tested too.
 */
type Corrections = readonly (readonly [change: Json, rejection: string | undefined])[];

async function expectRejections(network: Network, path: string, corrections: Corrections): Promise<void> {
  let body: Json = {};
  for (const [change, rejection] of corrections) {
    body = { ...body, ...change };
    expect(await network.rejection(path, body), `${path} ${JSON.stringify(body)}`).toBe(rejection);
  }
}

const a = alice.address;
const missing = newcomer.address;
const contract = `41${'c0'.repeat(20)}`;

test('proposals are rejected in the order of the node’s checks', async () => {
  const network = openNetwork();
  await expectRejections(network, 'proposalcreate', [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, `Account[${missing}] not exists`],
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
  await expectRejections(network, 'proposalapprove', [
    [{ proposal_id: 1 }, 'Invalid address'],
    [{ owner_address: missing }, `Account[${missing}] not exists`],
    [{ owner_address: a }, `Witness[${a}] not exists`],
    [{ owner_address: witness.address }, 'Proposal[1] not exists'],
    [{ proposal_id: -1 }, 'Proposal[-1] not exists'],
    [{ proposal_id: 0 }, 'Proposal[0] not exists'],
  ]);
  const proposal = { owner_address: witness.address, parameters: [{ key: 11, value: 210 }] };
  await network.send('proposalcreate', proposal, witness);
  const w = witness.address;
  await expectRejections(network, 'proposalapprove', [
    [{ owner_address: w, proposal_id: 1 }, `Witness[${w}]has not approved proposal[1] before`],
    [{ is_add_approval: true }, undefined],
  ]);
  await network.send('proposalapprove', { owner_address: w, proposal_id: 1, is_add_approval: true }, witness);
  await expectRejections(network, 'proposalapprove', [
    [{ owner_address: w, proposal_id: 1, is_add_approval: true }, `Witness[${w}]has approved proposal[1] before`],
    [{ is_add_approval: false }, undefined],
  ]);
  await expectRejections(network, 'proposaldelete', [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, `Account[${missing}] not exists`],
    [{ owner_address: a, proposal_id: 2 }, 'Proposal[2] not exists'],
    [{ proposal_id: 1 }, `Proposal[1] is not proposed by ${a}`],
    [{ owner_address: w }, undefined],
  ]);
  await network.send('proposaldelete', { owner_address: w, proposal_id: 1 }, witness);
  expect(await network.rejection('proposalapprove', { owner_address: w, proposal_id: 1 })).toBe('Proposal[1] canceled');
  expect(await network.rejection('proposaldelete', { owner_address: w, proposal_id: 1 })).toBe('Proposal[1] canceled');
  network.node.advanceTime(4 * 86_400_000);
  network.node.mine();
  expect(await network.rejection('proposalapprove', { owner_address: w, proposal_id: 1 })).toBe('Proposal[1] expired');
  expect(await network.rejection('proposaldelete', { owner_address: w, proposal_id: 1 })).toBe('Proposal[1] expired');
});

test('changes of witnesses and of their brokerage are rejected in the order of the node’s checks', async () => {
  const network = openNetwork();
  await expectRejections(network, 'createwitness', [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, 'Invalid url'],
    [{ url: '00'.repeat(257) }, 'Invalid url'],
    [{ url: '61'.repeat(256) }, `account[${missing}] not exists`],
    [{ owner_address: witness.address }, `Witness[${witness.address}] has existed`],
    [{ owner_address: a }, undefined],
  ]);
  network.node.setBalance(a, 9_998_999_999n);
  expect(await network.rejection('createwitness', { owner_address: a, url: '61' })).toBe(
    'balance < AccountUpgradeCost',
  );
  network.node.setBalance(a, 9_999_000_000n);
  expect(await network.rejection('createwitness', { owner_address: a, url: '61' })).toBeUndefined();
  await expectRejections(network, 'updatewitness', [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, 'account does not exist'],
    [{ owner_address: a }, 'Invalid url'],
    [{ update_url: '61' }, 'Witness does not exist'],
    [{ owner_address: witness.address }, undefined],
  ]);
  await expectRejections(network, 'updateBrokerage', [
    [{ brokerage: 101 }, 'Invalid ownerAddress'],
    [{ owner_address: missing }, 'Invalid brokerage'],
    [{ brokerage: -1 }, 'Invalid brokerage'],
    [{ brokerage: 100 }, `Not existed witness:${missing}`],
    [{ owner_address: witness.address }, undefined],
    [{ brokerage: 0 }, undefined],
  ]);
  const off = openNetwork({ parameters: { getChangeDelegation: 0 } });
  expect(await off.rejection('updateBrokerage', {})).toBe(
    'contract type error, unexpected type [UpdateBrokerageContract]',
  );
});

test('account names are rejected in the order of the node’s checks', async () => {
  const network = openNetwork();
  await expectRejections(network, 'updateaccount', [
    [{ account_name: '61'.repeat(201) }, 'Invalid accountName'],
    [{ account_name: '61'.repeat(200) }, 'Invalid ownerAddress'],
    [{ owner_address: missing }, 'Account does not exist'],
    [{ owner_address: a }, 'This account name is already existed'],
  ]);
  await network.send('createaccount', { owner_address: a, account_address: missing }, alice);
  const { account_name: usedName } = await network.ask('getaccount', { address: a });
  expect(await network.rejection('updateaccount', { owner_address: missing, account_name: usedName })).toBe(
    'This name is existed',
  );
  const renaming = openNetwork({ parameters: { getAllowUpdateAccountName: 1 } });
  expect(await renaming.rejection('updateaccount', { owner_address: a, account_name: usedName })).toBeUndefined();
});

test('contract settings are rejected in the order of the node’s checks', async () => {
  const network = openNetwork();
  network.node.placeContract({ address: contract, code: '00', deployer: a });
  await expectRejections(network, 'updatesetting', [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, `Account[${missing}] does not exist`],
    [{ owner_address: bob.address, consume_user_resource_percent: 101 }, 'percent not in [0, 100]'],
    [{ consume_user_resource_percent: -1 }, 'percent not in [0, 100]'],
    [{ consume_user_resource_percent: 100 }, 'Contract does not exist'],
    [{ contract_address: contract }, `Account[${bob.address}] is not the owner of the contract`],
    [{ owner_address: a }, undefined],
  ]);
  await expectRejections(network, 'updateenergylimit', [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, `Account[${missing}] does not exist`],
    [{ owner_address: bob.address }, 'origin energy limit must be > 0'],
    [{ origin_energy_limit: 1 }, 'Contract does not exist'],
    [{ contract_address: contract }, `Account[${bob.address}] is not the owner of the contract`],
    [{ owner_address: a }, undefined],
  ]);
  await expectRejections(network, 'clearabi', [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, `Account[${missing}] not exists`],
    [{ owner_address: bob.address }, 'Contract not exists'],
    [{ contract_address: contract }, `Account[${bob.address}] is not the owner of the contract`],
    [{ owner_address: a }, undefined],
  ]);
  const off = openNetwork({ parameters: { getAllowTvmConstantinople: 0 } });
  expect(await off.rejection('clearabi', {})).toBe('contract type error,unexpected type [ClearABIContract]');
});

const key = (address: string, weight: number): Json => ({ address, weight });
const ALL = '7fff1fc0033e0000000000000000000000000000000000000000000000000000';

test('permissions are rejected in the order of the node’s checks', async () => {
  const network = openNetwork();
  const valid = { type: 'Owner', permission_name: 'owner', threshold: 2, keys: [key(a, 1), key(bob.address, 1)] };
  const active = { ...valid, type: 'Active', permission_name: 'active', operations: ALL };
  await expectRejections(network, 'accountpermissionupdate', [
    [{}, 'invalidate ownerAddress'],
    [{ owner_address: missing }, 'ownerAddress account does not exist'],
    [{ owner_address: witness.address }, 'owner permission is missed'],
    [{ owner: { type: 'Active' } }, 'witness permission is missed'],
    [{ owner_address: a, witness: {} }, "account isn't witness can't set witness permission"],
    [{ witness: undefined }, 'active permission is missed'],
    [{ actives: Array.from({ length: 9 }, () => ({})) }, 'active permission is too many'],
    [{ actives: [{ type: 'Witness' }] }, 'owner permission type is error'],
    [{ owner: valid }, 'active permission type is error'],
    [{ actives: [active, { type: 'Active' }] }, "key's count should be greater than 0"],
    [{ actives: Array.from({ length: 8 }, () => active) }, undefined],
  ]);
  const permission: readonly (readonly [change: Json, rejection: string | undefined])[] = [
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
  let invalid: Json = { type: 'Active' };
  for (const [change, rejection] of permission) {
    invalid = { ...invalid, ...change };
    const body = { owner_address: a, owner: valid, actives: [invalid] };
    expect(await network.rejection('accountpermissionupdate', body), JSON.stringify(invalid)).toBe(rejection);
  }
  const ofWitness = { owner_address: witness.address, owner: valid, actives: [active] };
  await expectRejections(network, 'accountpermissionupdate', [
    [{ ...ofWitness, witness: { type: 'Owner' } }, 'witness permission type is error'],
    [{ witness: { ...valid, type: 'Witness' } }, "Witness permission's key count should be 1"],
    [
      { witness: { ...valid, type: 'Witness', keys: [key(a, 2)], operations: ALL } },
      "Witness permission needn't operations",
    ],
    [
      { witness: { ...valid, type: 'Witness', keys: [key(a, 2)] }, owner: { ...valid, operations: ALL } },
      "Owner permission needn't operations",
    ],
    [{ owner: valid }, undefined],
  ]);
  const off = openNetwork({ parameters: { getAllowMultiSign: 0 } });
  expect(await off.rejection('accountpermissionupdate', {})).toBe(
    'multi sign is not allowed, need to be opened by the committee',
  );
});

test('staking of version 1 is rejected in the order of the node’s checks', async () => {
  const network = openNetwork();
  network.node.placeContract({ address: contract, code: '00', deployer: a });
  await expectRejections(network, 'freezebalance', [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, `Account[${missing}] not exists`],
    [{ owner_address: a }, 'frozenBalance must be positive'],
    [{ frozen_balance: 999_999 }, 'frozenBalance must be greater than or equal to 1 TRX'],
    [{ frozen_balance: 1_000_000_000_001 }, 'frozenBalance must be less than or equal to accountBalance'],
    [{ frozen_balance: 1_000_000 }, 'frozenDuration must be less than 3 days and more than 3 days'],
    [{ frozen_duration: 3, resource: 'TRON_POWER' }, 'ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]'],
    [{ resource: 'ENERGY', receiver_address: a }, 'receiverAddress must not be the same as ownerAddress'],
    [{ receiver_address: '42' }, 'Invalid receiverAddress'],
    [{ receiver_address: missing }, `Account[${missing}] not exists`],
    [{ receiver_address: contract }, 'Do not allow delegate resources to contract addresses'],
    [{ receiver_address: carol.address }, 'freeze v2 is open, old freeze is closed'],
  ]);
  await expectRejections(network, 'unfreezebalance', [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, `Account[${missing}] does not exist`],
    [{ owner_address: a, receiver_address: a }, 'receiverAddress must not be the same as ownerAddress'],
    [{ receiver_address: '42' }, 'Invalid receiverAddress'],
    [{ receiver_address: missing }, 'delegated Resource does not exist'],
    [{ receiver_address: undefined }, 'no frozenBalance(BANDWIDTH)'],
    [{ resource: 'ENERGY' }, 'no frozenBalance(Energy)'],
    [{ resource: 'TRON_POWER' }, 'ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]'],
  ]);
  const withoutV2 = openNetwork({ parameters: { getUnfreezeDelayDays: 0 } });
  const stake = { owner_address: a, frozen_balance: 1_000_000, frozen_duration: 3 };
  expect(await withoutV2.rejection('freezebalance', stake)).toMatch(/^@coin\/mock-node does not model/);
});
