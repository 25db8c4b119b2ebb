// Each answer once with all of its fields, every value another, and once with none that the wire may leave out.
import {
  getAccount,
  getAccountResources,
  getBandwidthPrices,
  getBlock,
  getBlocks,
  getBurnedCoin,
  getChainParameters,
  getContract,
  getContractInfo,
  getEnergyPrices,
  getMemoFees,
  getNextMaintenanceTime,
  getNowBlock,
  getBrokerage,
  getReward,
  getTransactionById,
  getTransactionInfoById,
  listProposals,
  listWitnesses,
  triggerConstantContract,
  type NodeClient,
} from '@coin/rpc';
import { addressToHex, isAddress } from '@coin/rpc/address';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';
import { errorCodeOf } from './support/outcome.ts';

const ALICE = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const BOB = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const TOKEN = 'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY';
const txID = 'ab'.repeat(32);
const id = `${'5'.padStart(16, '0')}${'cd'.repeat(24)}`;
const parent = `${'4'.padStart(16, '0')}${'ef'.repeat(24)}`;
const hex = (text: string) => Buffer.from(text).toString('hex');

const wireTransaction = {
  txID,
  raw_data_hex: '0a01',
  signature: ['11', '22'],
  ret: [{ contractRet: 'REVERT' }, { contractRet: 'SUCCESS' }],
  raw_data: {
    contract: [{ type: 'VoteWitnessContract', parameter: { value: { count: 7 } } }, { type: 'TransferContract' }],
    data: '6d656d6f',
  },
};
const transaction = {
  txID,
  contractType: 'VoteWitnessContract',
  value: { count: 7 },
  result: 'REVERT',
  memoHex: '6d656d6f',
  rawDataHex: '0a01',
  signatures: ['11', '22'],
};
const noTransaction = { txID: '', contractType: '', value: {}, rawDataHex: '', signatures: [] };

const wireBlock = {
  blockID: id,
  block_header: {
    raw_data: {
      number: 5,
      timestamp: 1_795_231_230_000,
      parentHash: parent,
      txTrieRoot: '33',
      witness_address: ALICE,
      version: 32,
    },
  },
  transactions: [wireTransaction, {}, { raw_data: {} }, { ret: [], raw_data: { contract: [{}] } }],
};
const block = {
  blockID: id,
  number: 5,
  time: 1_795_231_230_000,
  parentBlockID: parent,
  transactionRoot: '33',
  witness: ALICE,
  version: 32,
  transactions: [transaction, noTransaction, noTransaction, noTransaction],
};
const firstBlock = {
  blockID: '0'.repeat(64),
  number: 0,
  time: 0,
  parentBlockID: '',
  transactionRoot: '',
  version: 0,
  transactions: [],
};

const wirePermission = (number: number) => ({
  id: number,
  permission_name: `permission ${number}`,
  threshold: number + 1,
  operations: '7f',
  keys: [{ address: BOB, weight: number + 2 }, {}],
});
const permission = (number: number) => ({
  permissionId: number,
  name: `permission ${number}`,
  threshold: BigInt(number + 1),
  operations: '7f',
  keys: [
    { address: BOB, weight: BigInt(number + 2) },
    { address: '', weight: 0n },
  ],
});

const wireLogs = [{ address: ALICE, topics: ['01', '02'], data: '03' }, { address: BOB }];
const logs = [
  { address: ALICE, topics: ['01', '02'], data: '03' },
  { address: BOB, topics: [], data: '' },
];
const wireInternal = [
  {
    caller_address: ALICE,
    transferTo_address: BOB,
    note: hex('call'),
    rejected: true,
    callValueInfo: [{ tokenId: '1000001', callValue: 8 }, { callValue: 9 }, { tokenId: '1000002' }],
  },
  { caller_address: BOB, transferTo_address: TOKEN, note: 'suicide', callValueInfo: [{}] },
  { caller_address: TOKEN, transferTo_address: ALICE },
];
const internal = [
  {
    caller: ALICE,
    to: BOB,
    note: 'call',
    rejected: true,
    callValue: 9n,
    tokens: [
      { id: '1000001', amount: 8n },
      { id: '1000002', amount: 0n },
    ],
  },
  { caller: BOB, to: TOKEN, note: 'suicide', rejected: false, callValue: 0n, tokens: [] },
  { caller: TOKEN, to: ALICE, note: '', rejected: false, callValue: 0n, tokens: [] },
];

const call = { owner: ALICE, contract: TOKEN, functionSelector: 'toggle()' };

const parameterNames = [
  'getEnergyFee',
  'getTransactionFee',
  'getMaxFeeLimit',
  'getAllowDynamicEnergy',
  'getDynamicEnergyThreshold',
  'getDynamicEnergyIncreaseFactor',
  'getDynamicEnergyMaxFactor',
  'getMaintenanceTimeInterval',
  'getFreeNetLimit',
  'getCreateAccountFee',
  'getCreateNewAccountFeeInSystemContract',
  'getCreateNewAccountBandwidthRate',
  'getMemoFee',
  'getMultiSignFee',
  'getWitnessPayPerBlock',
  'getWitness127PayPerBlock',
];

type Read = (client: NodeClient) => Promise<unknown>;
const answers: readonly [name: string, read: Read, wire: object, value: unknown][] = [
  [
    'an account',
    (client) => getAccount(client, { address: ALICE }),
    {
      address: ALICE,
      account_name: 'Alice',
      type: 'Contract',
      balance: 1,
      create_time: 2,
      allowance: 3,
      assetV2: [{ key: '1000001', value: 9 }, { key: '1000002' }],
      votes: [{ vote_address: BOB, vote_count: 4 }, {}],
      frozenV2: [{ amount: 5 }, { type: 'ENERGY', amount: 6 }, {}],
      unfrozenV2: [{ type: 'TRON_POWER', unfreeze_amount: 7, unfreeze_expire_time: 8 }, {}],
      owner_permission: wirePermission(10),
      active_permission: [wirePermission(20), {}],
    },
    {
      address: ALICE,
      name: 'Alice',
      kind: 'Contract',
      balance: 1n,
      createTime: 2,
      allowance: 3n,
      assets: [
        { tokenId: '1000001', amount: 9n },
        { tokenId: '1000002', amount: 0n },
      ],
      votes: [
        { address: BOB, count: 4n },
        { address: '', count: 0n },
      ],
      staked: [
        { resource: 'BANDWIDTH', amount: 5n },
        { resource: 'ENERGY', amount: 6n },
        { resource: 'BANDWIDTH', amount: 0n },
      ],
      unstaking: [
        { resource: 'TRON_POWER', amount: 7n, expireTime: 8 },
        { resource: 'BANDWIDTH', amount: 0n, expireTime: 0 },
      ],
      ownerPermission: permission(10),
      activePermissions: [permission(20), { permissionId: 0, name: '', threshold: 0n, keys: [] }],
    },
  ],
  [
    'an account of which only the address is left',
    (client) => getAccount(client, { address: ALICE }),
    { address: ALICE },
    {
      address: ALICE,
      kind: 'Normal',
      balance: 0n,
      allowance: 0n,
      assets: [],
      votes: [],
      staked: [],
      unstaking: [],
      activePermissions: [],
    },
  ],
  [
    'resources',
    (client) => getAccountResources(client, { address: ALICE }),
    {
      freeNetUsed: 1,
      freeNetLimit: 2,
      NetUsed: 3,
      NetLimit: 4,
      EnergyUsed: 5,
      EnergyLimit: 6,
      tronPowerUsed: 7,
      tronPowerLimit: 8,
    },
    {
      freeBandwidth: { used: 1n, limit: 2n },
      stakedBandwidth: { used: 3n, limit: 4n },
      energy: { used: 5n, limit: 6n, callLimit: 6n },
      votes: { used: 7n, limit: 8n },
    },
  ],
  ['a block', (client) => getNowBlock(client), wireBlock, block],
  [
    'a block of which only the id is left',
    (client) => getBlock(client, { number: 0 }),
    { blockID: '0'.repeat(64), block_header: { raw_data: {} } },
    firstBlock,
  ],
  [
    'block 0, whose witness is no address',
    (client) => getBlock(client, { number: 0 }),
    { blockID: '0'.repeat(64), block_header: { raw_data: { witness_address: '4e65' } } },
    firstBlock,
  ],
  [
    'consecutive blocks',
    (client) => getBlocks(client, { fromBlock: 5, toBlock: 6 }),
    {
      block: [
        wireBlock,
        {
          blockID: `${'6'.padStart(16, '0')}${'cd'.repeat(24)}`,
          block_header: { raw_data: { number: 6, parentHash: id } },
        },
      ],
    },
    [
      block,
      {
        ...firstBlock,
        blockID: `${'6'.padStart(16, '0')}${'cd'.repeat(24)}`,
        number: 6,
        parentBlockID: id,
      },
    ],
  ],
  ['no blocks', (client) => getBlocks(client, { fromBlock: 5, toBlock: 6 }), {}, []],
  ['a transaction', (client) => getTransactionById(client, { txID }), wireTransaction, transaction],
  [
    'an info',
    (client) => getTransactionInfoById(client, { txID }),
    {
      id: txID,
      fee: 1,
      blockNumber: 2,
      blockTimeStamp: 3,
      contractResult: ['0a', '0b'],
      contract_address: TOKEN,
      receipt: {
        energy_usage: 4,
        energy_fee: 5,
        origin_energy_usage: 6,
        energy_usage_total: 7,
        energy_penalty_total: 8,
        net_usage: 9,
        net_fee: 10,
        result: 'SUCCESS',
      },
      log: wireLogs,
      withdraw_amount: 11,
      unfreeze_amount: 12,
      withdraw_expire_amount: 13,
      internal_transactions: wireInternal,
    },
    {
      txID,
      blockNumber: 2,
      blockTime: 3,
      succeeded: true,
      result: 'SUCCESS',
      fee: 1n,
      receipt: {
        energyTotal: 7n,
        energyPenalty: 8n,
        energyFromStake: 4n,
        energyFromDeployer: 6n,
        energyFee: 5n,
        bandwidth: 9n,
        bandwidthFee: 10n,
      },
      contractResult: '0a0b',
      contractAddress: TOKEN,
      logs,
      internalTransactions: internal,
      rewardWithdrawn: 11n,
      stakeWithdrawn: 25n,
    },
  ],
  [
    'an info of a transfer that used nothing',
    (client) => getTransactionInfoById(client, { txID }),
    { id: txID, blockNumber: 2, blockTimeStamp: 3, receipt: {} },
    {
      txID,
      blockNumber: 2,
      blockTime: 3,
      succeeded: true,
      result: 'DEFAULT',
      fee: 0n,
      receipt: {
        energyTotal: 0n,
        energyPenalty: 0n,
        energyFromStake: 0n,
        energyFromDeployer: 0n,
        energyFee: 0n,
        bandwidth: 0n,
        bandwidthFee: 0n,
      },
      contractResult: '',
      logs: [],
      internalTransactions: [],
      rewardWithdrawn: 0n,
      stakeWithdrawn: 0n,
    },
  ],
  [
    'a failure without a word',
    (client) => getTransactionInfoById(client, { txID }).then((info) => [info?.succeeded, info?.result, info?.reason]),
    { id: txID, blockNumber: 2, blockTimeStamp: 3, receipt: { result: 'OUT_OF_TIME' }, result: 'FAILED' },
    [false, 'OUT_OF_TIME', 'OUT_OF_TIME'],
  ],
  [
    'a failure that only the result beside the receipt tells, with the node’s message in hex',
    (client) => getTransactionInfoById(client, { txID }).then((info) => [info?.succeeded, info?.reason]),
    { id: txID, blockNumber: 2, blockTimeStamp: 3, receipt: {}, result: 'FAILED', resMessage: hex('not enough') },
    [false, 'not enough'],
  ],
  [
    'a contract',
    (client) => getContract(client, { address: TOKEN }),
    {
      contract_address: TOKEN,
      origin_address: ALICE,
      name: 'Token',
      bytecode: '6001',
      abi: {
        entrys: [
          {
            type: 'Function',
            name: 'a',
            inputs: [{ name: 'b', type: 'bool', indexed: true }],
            outputs: [{ type: 'bytes' }],
            stateMutability: 'Nonpayable',
            anonymous: true,
            constant: true,
            payable: true,
          },
          {},
        ],
      },
    },
    {
      address: TOKEN,
      deployer: ALICE,
      name: 'Token',
      bytecode: '6001',
      abi: [
        {
          type: 'function',
          name: 'a',
          inputs: [{ name: 'b', type: 'bool', indexed: true }],
          outputs: [{ type: 'bytes' }],
          stateMutability: 'nonpayable',
          anonymous: true,
          constant: true,
          payable: true,
        },
        { type: '', inputs: [] },
      ],
    },
  ],
  [
    'a contract without a name, code or ABI',
    (client) => getContract(client, { address: TOKEN }),
    { contract_address: TOKEN, origin_address: ALICE },
    { address: TOKEN, deployer: ALICE, name: '', bytecode: '', abi: [] },
  ],
  [
    'a contract’s info',
    (client) => getContractInfo(client, { address: TOKEN }),
    {
      smart_contract: {
        contract_address: TOKEN,
        origin_address: ALICE,
        name: 'Token',
        consume_user_resource_percent: 100,
        origin_energy_limit: 2,
        version: 1,
      },
      contract_state: { energy_factor: 3, energy_usage: 4, update_cycle: 5 },
      runtimecode: '6001',
    },
    {
      address: TOKEN,
      deployer: ALICE,
      name: 'Token',
      callerPercent: 100,
      deployerEnergyLimit: 2n,
      energyFactor: 3n,
      energyUsage: 4n,
      updateCycle: 5,
      runtimeCode: '6001',
      version: 1,
    },
  ],
  [
    'a contract’s info without state and code',
    (client) => getContractInfo(client, { address: TOKEN }),
    { smart_contract: { contract_address: TOKEN, origin_address: ALICE, version: 0 } },
    {
      address: TOKEN,
      deployer: ALICE,
      name: '',
      callerPercent: 0,
      deployerEnergyLimit: 0n,
      energyFactor: 0n,
      energyUsage: 0n,
      updateCycle: 0,
      runtimeCode: '',
    },
  ],
  [
    'proposals',
    (client) => listProposals(client),
    {
      proposals: [
        {
          proposal_id: 1,
          proposer_address: ALICE,
          parameters: [{ key: 2, value: -3 }, {}],
          expiration_time: 4,
          create_time: 5,
          approvals: [BOB],
          state: 'APPROVED',
        },
        { proposer_address: BOB },
      ],
    },
    [
      {
        proposalId: 1,
        proposer: ALICE,
        parameters: { createAccountFee: -3n, maintenanceTimeInterval: 0n },
        expirationTime: 4,
        createTime: 5,
        approvals: [BOB],
        status: 'APPROVED',
      },
      {
        proposalId: 0,
        proposer: BOB,
        parameters: {},
        expirationTime: 0,
        createTime: 0,
        approvals: [],
        status: 'PENDING',
      },
    ],
  ],
  ['no proposals', (client) => listProposals(client), {}, []],
  [
    'witnesses',
    (client) => listWitnesses(client),
    {
      witnesses: [
        { address: ALICE, voteCount: 1, url: 'http://alice.example', totalProduced: 2, totalMissed: 3, isJobs: true },
        { address: BOB },
      ],
    },
    [
      { address: ALICE, votes: 1n, url: 'http://alice.example', produced: 2, missed: 3, active: true },
      { address: BOB, votes: 0n, url: '', produced: 0, missed: 0, active: false },
    ],
  ],
  ['no witnesses', (client) => listWitnesses(client), {}, []],
  [
    'chain parameters',
    getChainParameters,
    {
      chainParameter: parameterNames.map((key, i) => ({ key, value: i + 1 })),
    },
    {
      energyPrice: 1n,
      bandwidthPrice: 2n,
      maxFeeLimit: 3n,
      dynamicEnergy: false,
      energyThreshold: 5n,
      increaseFactor: 6n,
      maxFactor: 7n,
      maintenanceIntervalMs: Number(8n),
      freeBandwidth: 9n,
      accountCreationFee: 10n,
      accountCreationInContractFee: 11n,
      accountCreationBandwidthRate: 12,
      memoFee: 13n,
      multiSignFee: 14n,
      blockReward: 15n,
      votingReward: 16n,
      values: Object.fromEntries(parameterNames.map((key, i) => [key, BigInt(i + 1)])),
    },
  ],
  [
    'the least of chain parameters',
    (client) => getChainParameters(client),
    {
      chainParameter: [
        { key: 'getEnergyFee', value: 1 },
        { key: 'getTransactionFee' },
        { key: 'getMaxFeeLimit', value: 3 },
        { key: 'getMaintenanceTimeInterval', value: 4 },
        { key: 'getUnknown', value: -5 },
        { value: 6 },
      ],
    },
    {
      energyPrice: 1n,
      bandwidthPrice: 0n,
      maxFeeLimit: 3n,
      dynamicEnergy: false,
      energyThreshold: 0n,
      increaseFactor: 0n,
      maxFactor: 0n,
      maintenanceIntervalMs: Number(4n),
      freeBandwidth: 0n,
      accountCreationFee: 0n,
      accountCreationInContractFee: 0n,
      accountCreationBandwidthRate: 1,
      memoFee: 0n,
      multiSignFee: 0n,
      blockReward: 0n,
      votingReward: 0n,
      values: {
        getEnergyFee: 1n,
        getTransactionFee: 0n,
        getMaxFeeLimit: 3n,
        getMaintenanceTimeInterval: 4n,
        getUnknown: -5n,
      },
    },
  ],
  [
    'a constant call',
    (client) => triggerConstantContract(client, call),
    {
      result: { result: true },
      energy_used: 5,
      energy_penalty: 2,
      constant_result: ['0a', '0b'],
      logs: wireLogs,
      internal_transactions: wireInternal,
      transaction: { ret: [{}, { ret: 'SUCESS' }] },
    },
    {
      energyUsed: 5n,
      energyPenalty: 2n,
      basicEnergy: 3n,
      constantResult: '0a0b',
      logs,
      internalTransactions: internal,
    },
  ],
  [
    'a constant call that is all penalty and says no more',
    (client) => triggerConstantContract(client, call),
    { result: { result: true }, energy_used: 5, energy_penalty: 5 },
    { energyUsed: 5n, energyPenalty: 5n, basicEnergy: 0n, constantResult: '', logs: [], internalTransactions: [] },
  ],
  ['a brokerage', (client) => getBrokerage(client, { address: ALICE }), { brokerage: 100 }, 100],
  ['a brokerage of 0', (client) => getBrokerage(client, { address: ALICE }), { brokerage: 0 }, 0],
  ['a reward', (client) => getReward(client, { address: ALICE }), { reward: 5 }, 5n],
  ['burned coin', (client) => getBurnedCoin(client), { burnTrxAmount: 5 }, 5n],
  ['the next maintenance', (client) => getNextMaintenanceTime(client), { num: 5 }, 5],
];

/** An answer as a node gives it with visible false. */
const inHex = (wire: object): object =>
  JSON.parse(JSON.stringify(wire), (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    return isAddress(value) ? addressToHex(value) : key === 'account_name' ? hex(value) : value;
  });

test.each(answers)('%s is read completely, in hex and with base58check addresses', async (_, read, wire, value) => {
  for (const form of [wire, inHex(wire)])
    expect(await read(clientWithAnswers(Response.json(form)).client)).toEqual(value);
});

test.each<[string, Read, object, string]>([
  ['of another block', (client) => getBlock(client, { number: 6 }), wireBlock, 'blockID'],
  ['with an id that is too long', getNowBlock, { ...wireBlock, blockID: `${id}00` }, 'blockID'],
  ['with an id that begins with other text', getNowBlock, { ...wireBlock, blockID: `x${id}` }, 'blockID'],
  ['with an id of other characters', getNowBlock, { ...wireBlock, blockID: id.replace(/d$/, 'x') }, 'blockID'],
  ['without an id', getNowBlock, { ...wireBlock, blockID: undefined }, 'blockID'],
  ['without a header', getNowBlock, { ...wireBlock, block_header: undefined }, 'block_header'],
  ['without a header’s data', getNowBlock, { ...wireBlock, block_header: {} }, 'block_header'],
  [
    'with a list as a transaction’s value',
    getNowBlock,
    { ...wireBlock, transactions: [{ raw_data: { contract: [{ parameter: { value: [] } }] } }] },
    'transactions.0.raw_data.contract.0.parameter.value',
  ],
  [
    'with text as a transaction’s value',
    getNowBlock,
    { ...wireBlock, transactions: [{ raw_data: { contract: [{ parameter: { value: 'x' } }] } }] },
    'transactions.0.raw_data.contract.0.parameter.value',
  ],
])('a block %s is rejected', async (_, read, wire, field) => {
  await expect(read(clientWithAnswers(Response.json(wire)).client)).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    context: { field },
    endpoint: 'http://node.example',
  });
});

test.each([
  ['that does not follow on the one before', [5, 6], 'ff'.repeat(32)],
  ['that was not asked for', [5, 6, 7], undefined],
  ['of another number', [6], undefined],
])('getBlocks rejects a block %s', async (_, numbers, parentHash) => {
  const idOf = (number: number) => `${number.toString().padStart(16, '0')}${'cd'.repeat(24)}`;
  const wire = numbers.map((number) => ({
    blockID: idOf(number),
    block_header: { raw_data: { number, parentHash: parentHash ?? idOf(number - 1) } },
  }));
  const { client } = clientWithAnswers(Response.json({ block: wire }));
  await expect(getBlocks(client, { fromBlock: 5, toBlock: 6 })).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    context: { field: `block.${numbers.length - 1}`, reason: 'not consecutive' },
  });
});

test.each([
  [5, 4],
  [5, 105],
])('getBlocks does not ask for blocks %i to %i', async (fromBlock, toBlock) => {
  const { client, requests } = clientWithAnswers(Response.json({}));
  expect(await errorCodeOf(getBlocks(client, { fromBlock, toBlock }))).toBe('ARGUMENT_INVALID');
  expect(await errorCodeOf(getBlocks(client, { fromBlock: 5, toBlock: 104 }))).toBe('success');
  expect(requests.map(({ body }) => body)).toEqual([{ startNum: 5, endNum: 105, visible: true }]);
});

test('a constant call whose penalty exceeds its energy is rejected', async () => {
  const { client } = clientWithAnswers(Response.json({ result: { result: true }, energy_used: 5, energy_penalty: 6 }));
  await expect(triggerConstantContract(client, call)).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    context: { field: 'energy_penalty', reason: '6 of 5' },
  });
});

test('a negative chain parameter is rejected', async () => {
  const required = ['getEnergyFee', 'getTransactionFee', 'getMaxFeeLimit', 'getMaintenanceTimeInterval'];
  for (const name of [...required, 'getMemoFee']) {
    const chainParameter = [...required, 'getMemoFee'].map((key) => ({ key, value: key === name ? -1 : 1 }));
    await expect(getChainParameters(clientWithAnswers(Response.json({ chainParameter })).client)).rejects.toMatchObject(
      {
        code: 'RESPONSE_INVALID',
        context: { field: name, reason: '-1' },
      },
    );
  }
});

describe.each([
  ['getEnergyPrices', getEnergyPrices, '/wallet/getenergyprices'],
  ['getBandwidthPrices', getBandwidthPrices, '/wallet/getbandwidthprices'],
  ['getMemoFees', getMemoFees, '/wallet/getmemofee'],
])('%s', (_, read, path) => {
  test('reads each price with the time from which it holds', async () => {
    const prices = `0:10,1795231230000:20,1795231240000:${2n ** 63n - 1n}`;
    const { client, requests } = clientWithAnswers(Response.json({ prices }));
    expect(await read(client)).toEqual([
      { from: 0, price: 10n },
      { from: 1_795_231_230_000, price: 20n },
      { from: 1_795_231_240_000, price: 2n ** 63n - 1n },
    ]);
    expect(requests[0]?.path).toBe(path);
  });

  test('reads a history that does not begin with the chain', async () => {
    const { client } = clientWithAnswers(Response.json({ prices: '1795231230000:20' }));
    expect(await read(client)).toEqual([{ from: 1_795_231_230_000, price: 20n }]);
  });

  test.each([
    '',
    '0',
    ':10',
    '0:',
    'x:10',
    '0:x',
    '0:10,',
    '0:10,x:20',
    '0:10,20:x',
    '0:10 ',
    ' 0:10',
    `0:${2n ** 63n}`,
    `${2n ** 53n}:10`,
  ])('rejects the prices %j', async (prices) => {
    await expect(read(clientWithAnswers(Response.json({ prices })).client)).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      context: { path, field: 'prices' },
    });
  });
});

test.each<[string, Read, object, string, string]>([
  ['a number for text', getNowBlock, { ...wireBlock, blockID: 5 }, 'blockID', 'not a string'],
  [
    'text for a flag',
    listWitnesses,
    { witnesses: [{ address: ALICE, isJobs: 'x' }] },
    'witnesses.0.isJobs',
    'not a boolean',
  ],
  ['text for a number', getNextMaintenanceTime, { num: '0x5' }, 'num', 'not a safe integer from 0'],
  ['a fraction for a number', getNextMaintenanceTime, { num: 1.5 }, 'num', 'not a safe integer from 0'],
  ['a negative number', getNextMaintenanceTime, { num: -1 }, 'num', 'not a safe integer from 0'],
  ['text for a quantity', getBurnedCoin, { burnTrxAmount: '5.0' }, 'burnTrxAmount', 'not an int64 from 0'],
  [
    'text for a balance',
    (client) => getAccount(client, { address: ALICE }),
    { address: ALICE, balance: '05' },
    'balance',
    'not an int64',
  ],
  [
    'a fraction for a balance',
    (client) => getAccount(client, { address: ALICE }),
    { address: ALICE, balance: 1.5 },
    'balance',
    'not an int64',
  ],
  ['text for a list', listWitnesses, { witnesses: 'x' }, 'witnesses', 'Invalid input'],
])('an answer with %s is rejected', async (_, read, wire, field, reason) => {
  await expect(read(clientWithAnswers(Response.json(wire)).client)).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    context: { field, reason },
  });
});

test.each([0n, 1n, 2n ** 53n, 2n ** 63n - 1n])('a quantity of %s is read exactly', async (value) => {
  const { client } = clientWithAnswers(jsonResponse(`{"burnTrxAmount":${value}}`));
  expect(await getBurnedCoin(client)).toBe(value);
});

test.each([-(2n ** 53n) - 1n, -1n, 2n ** 63n])('a quantity of %s is rejected', async (value) => {
  const { client } = clientWithAnswers(jsonResponse(`{"burnTrxAmount":${value}}`));
  await expect(getBurnedCoin(client)).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    context: { field: 'burnTrxAmount', reason: 'not an int64 from 0' },
  });
});

test.each<[bigint, boolean]>([
  [-(2n ** 63n) - 1n, false],
  [-(2n ** 63n), true],
  [-(2n ** 62n), true],
  [1n - 2n ** 62n, false],
  [-1n, false],
  [0n, true],
  [2n ** 63n - 1n, true],
  [2n ** 63n, false],
])('accepts a balance of %s for burned coin and for an account: %s', async (balance, isPossible) => {
  const { client } = clientWithAnswers(jsonResponse(`{"address":"${ALICE}","balance":${balance}}`));
  const reading = getAccount(client, { address: ALICE });
  if (isPossible) expect(await reading).toMatchObject({ balance });
  else await expect(reading).rejects.toMatchObject({ code: 'RESPONSE_INVALID', context: { field: 'balance' } });
});
