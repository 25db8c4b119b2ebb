import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import {
  bindClient,
  estimateEnergy,
  getAccount,
  getAccountResources,
  getBalance,
  getBlocks,
  getChainParameters,
  getContractInfo,
  getNowBlock,
  getTransactionInfoById,
  isRpcError,
  listProposals,
  listWitnesses,
  triggerConstantContract,
  triggerSmartContract,
  type Abi,
  type NodeClient,
} from '@coin/rpc';
import { clientAnswering, recorded, recordings } from './support/recordings.ts';

const judy = 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ';
const nobody = 'TE42AtpB9ffMT1Ektdgu8q8ASQ5BdfWAGP';
const alice = '4127c11e9f4012e773291e4cfa07a580bda92985ea';
const lab = '41a80e906371fe0df383410803e88da2f195423af8';
const call = { owner: alice, contract: lab, functionSelector: 'toggle()' };

/** What an operation came to: its value, or its error's code. */
const outcome = async <T>(operation: Promise<T>) => {
  try {
    return await operation;
  } catch (error) {
    if (isRpcError(error)) return error.code;
    throw error;
  }
};

describe('getAccount', () => {
  test('sends base58check and visible true, whatever the caller wrote', async () => {
    const { client, asked } = clientAnswering('account.visible');
    await getAccount(client, { address: '41371597ea924532ab39d9426134cc9e5606750f1d' });
    expect(asked[0]).toMatchObject({ path: '/wallet/getaccount', body: { address: judy, visible: true } });
  });

  test('reads amounts exactly', async () => {
    const { client } = clientAnswering('account.visible');
    expect(await getAccount(client, { address: judy })).toEqual({
      address: judy,
      name: 'Judy',
      type: 'Normal',
      balance: 1_000_000_000_000_000n,
      allowance: 0n,
      votes: [],
      staked: [
        { resource: 'BANDWIDTH', amount: 0n },
        { resource: 'ENERGY', amount: 0n },
        { resource: 'TRON_POWER', amount: 0n },
      ],
      unstaking: [],
      activePermissions: [],
    });
  });

  test('is undefined where there is no account, and the balance 0n', async () => {
    const { client } = clientAnswering('account.missing');
    expect(await getAccount(client, { address: nobody })).toBeUndefined();
    expect(await getBalance(client, { address: nobody })).toBe(0n);
  });

  test('reads the solid state by an option', async () => {
    const { client, asked } = clientAnswering('account.solidity');
    expect(await getBalance(client, { address: judy }, { state: 'solid' })).toBe(1_000_000_000_000_000n);
    expect(asked[0]?.path).toBe('/walletsolidity/getaccount');
  });

  test('refuses a bad address before asking', async () => {
    const { client, asked } = clientAnswering('account.visible');
    expect(await outcome(getAccount(client, { address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bU1' }))).toBe(
      'ADDRESS_INVALID',
    );
    expect(asked).toEqual([]);
  });

  test("refuses another account's answer", async () => {
    const { client } = clientAnswering('account.visible');
    expect(await outcome(getBalance(client, { address: nobody }))).toBe('RESPONSE_UNEXPECTED');
  });

  test.each(
    Object.entries({
      'an unknown object': { message: 'slow down' },
      'a word as balance': { address: judy, balance: '12' },
      'a fraction': { address: judy, balance: 1.5 },
      'a list': [],
      nothing: null,
      'a number': 5,
    }),
  )('never reads %s as an account', async (_, answer) => {
    const { client } = clientAnswering(Response.json(answer));
    expect(await outcome(getBalance(client, { address: judy }))).toBe('RESPONSE_UNEXPECTED');
  });

  test.each([
    ['9007199254740993', 9_007_199_254_740_993n],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['-9223372036854775808', -(2n ** 63n)],
  ])('reads a balance of %s to the unit', async (digits, balance) => {
    const { client } = clientAnswering(
      new Response(`{"address":"${judy}","balance": ${digits}}`, { headers: { 'content-type': 'application/json' } }),
    );
    expect(await getBalance(client, { address: judy })).toBe(balance);
  });

  test.each(['9223372036854775808', '-9223372036854775809', '1e3', '1.0000000000000001'])(
    'refuses a balance of %s',
    async (digits) => {
      const { client } = clientAnswering(
        new Response(`{"address":"${judy}","balance": ${digits}}`, { headers: { 'content-type': 'application/json' } }),
      );
      const got = await outcome(getBalance(client, { address: judy }));
      expect(
        digits === '1e3' || digits.startsWith('1.') ? [1000n, 1n, 'RESPONSE_UNEXPECTED'] : ['RESPONSE_UNEXPECTED'],
      ).toContain(got);
    },
  );
});

describe('what a node says instead of an answer', () => {
  const cases: [string, string][] = [
    ['account.bad-checksum', 'NODE_ERROR'],
    ['account.hex-when-visible', 'NODE_ERROR'],
    ['account.not-json', 'NODE_ERROR'],
    ['account.wrong-port', 'NOT_SUPPORTED'],
    ['chain.unknown-path', 'NOT_SUPPORTED'],
    ['chain.unknown-path-post', 'NOT_SUPPORTED'],
    ['build.get', 'RESPONSE_EMPTY'],
    ['build.amount-over-balance', 'VALIDATION_FAILED'],
    ['build.owner-unknown', 'VALIDATION_FAILED'],
    ['transfer.empty', 'NODE_ERROR'],
    ['chain.getblock-bad', 'NODE_ERROR'],
  ];
  test.each(cases)('%s is %s, never a balance', async (id, code) => {
    const { client } = clientAnswering(id);
    expect(await outcome(getBalance(client, { address: judy }))).toBe(code);
  });

  test('every recorded error answer at status 200 is an error', async () => {
    const errors = Object.entries(recordings).filter(([, { answer }]) => answer.startsWith('{"Error"'));
    expect(errors.length).toBeGreaterThan(20);
    for (const [id] of errors) {
      const { client } = clientAnswering(id);
      expect(await outcome(getBalance(client, { address: judy })), id).toMatch(/^(?:NODE_ERROR|VALIDATION_FAILED)$/);
    }
  });
});

test.each([
  ['getAccountResources', (client: NodeClient) => getAccountResources(client, { address: judy })],
  ['getBlocks', (client: NodeClient) => getBlocks(client, { from: 1, to: 3 })],
  ['listProposals', listProposals],
  ['listWitnesses', listWitnesses],
  ['getAccount', (client: NodeClient) => getAccount(client, { address: judy })],
] as const)('%s reads no zeros from an answer about something else', async (_, ask) => {
  const { client } = clientAnswering(Response.json({ code: 'SERVER_BUSY', message: '62757379' }));
  expect(await outcome<unknown>(ask(client))).toBe('RESPONSE_UNEXPECTED');
});

describe('triggerConstantContract', () => {
  test('gives energy, penalty and what the call returned', async () => {
    const { client, asked } = clientAnswering('energy.call.transfer-new');
    const result = await triggerConstantContract(client, {
      ...call,
      functionSelector: 'transfer(address,uint256)',
      parameter: '0x00',
    });
    expect(result).toMatchObject({ energyUsed: 27_704n, energyPenalty: 0n, basicEnergy: 27_704n });
    expect(BigInt(`0x${result.constantResult}`)).toBe(1n);
    expect(asked[0]?.body).toEqual({
      owner_address: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
      contract_address: 'TRHoyDG2Yf82wGiz2Vni11tgW7Dr3ygb3w',
      function_selector: 'transfer(address,uint256)',
      parameter: '00',
      visible: true,
    });
  });

  test('takes data in place of signature and arguments', async () => {
    const { client, asked } = clientAnswering('energy.call.toggle');
    await triggerConstantContract(client, { owner: alice, contract: lab, data: '40a3d246' });
    expect(asked[0]?.body).toMatchObject({ data: '40a3d246' });
  });

  const abi: Abi = [{ type: 'error', name: 'Custom', inputs: [{ type: 'uint256' }, { type: 'string' }] }];
  test.each([
    ['fail', 'because', undefined],
    ['fail-assert', 'panic 0x01: assertion failed', undefined],
    ['fail-custom', 'Custom(42, custom)', abi],
    ['proxy-fail', 'through', undefined],
  ])('throws the reason of %s', async (id, reason, abi) => {
    const { client } = clientAnswering(`energy.call.${id}`);
    await expect(
      triggerConstantContract(client, { ...call, ...(abi === undefined ? {} : { abi }) }),
    ).rejects.toMatchObject({
      code: 'CALL_REVERTED',
      context: { reason },
      message: `The contract reverted: ${reason}`,
    });
  });

  test.each([
    ['fail-invalid', 'CALL_FAILED', { result: 'ILLEGAL_OPERATION' }],
    ['forever', 'CALL_FAILED', { result: 'OUT_OF_ENERGY' }],
    ['unknown-contract', 'VALIDATION_FAILED', { nodeMessage: 'Smart contract is not exist.' }],
    [
      'value-over-balance',
      'VALIDATION_FAILED',
      { nodeMessage: 'Validate InternalTransfer error, balance is not sufficient.' },
    ],
    ['bad-parameter', 'NODE_ERROR', {}],
  ])('%s is %s, its hex message readable', async (id, code, context) => {
    const { client } = clientAnswering(`energy.call.${id}`);
    await expect(triggerConstantContract(client, call)).rejects.toMatchObject({ code, context });
  });

  test('shows logs and inner calls', async () => {
    const { client } = clientAnswering('energy.call.make');
    const { logs, internalTransactions } = await triggerConstantContract(client, call);
    expect(logs).toEqual([
      {
        address: 'TEEuE7LBSYpCPxH6gEQb7Vt4q2vuVcVqWx',
        topics: ['a8d831d6fe3ee4491fb077f5263c8fa009265bb18f5359061acd9c3715218098'],
        data: '000000000000000000000000e353af2e8fd7c43a9239ce81fa9ebaf1e8cc463d',
      },
    ]);
    expect(internalTransactions).toMatchObject([
      { caller: 'TEEuE7LBSYpCPxH6gEQb7Vt4q2vuVcVqWx', note: 'create', rejected: false, callValue: 0n },
    ]);
  });

  test('reads the address of a log that is printed in base58check of 20 bytes', async () => {
    const { answer } = recorded('energy.call.make');
    const text = answer.replace(
      /"logs":\[\{"address":"(\w{40})"/,
      (_, hex: string) => `"logs":[{"address":"${createBase58check(sha256).encode(Buffer.from(hex, 'hex'))}"`,
    );
    expect(text).not.toBe(answer);
    const { client } = clientAnswering(new Response(text, { headers: { 'content-type': 'application/json' } }));
    const { logs } = await triggerConstantContract(client, call);
    expect(logs[0]?.address).toBe('TEEuE7LBSYpCPxH6gEQb7Vt4q2vuVcVqWx');
  });

  test('without a number is refused', async () => {
    const answer = JSON.parse(recorded('energy.call.toggle').answer);
    const { client } = clientAnswering(Response.json({ ...answer, energy_used: undefined }));
    expect(await outcome(triggerConstantContract(client, call))).toBe('RESPONSE_UNEXPECTED');
  });

  test('whose ret is FAILED is a revert, also without a message', async () => {
    const answer = JSON.parse(recorded('energy.call.fail').answer);
    const { client } = clientAnswering(Response.json({ ...answer, result: { result: true } }));
    expect(await outcome(triggerConstantContract(client, call))).toBe('CALL_REVERTED');
  });
});

describe('estimateEnergy', () => {
  test('names its source', async () => {
    const { client } = clientAnswering('energy.estimate.transfer-new');
    const { energy_required: required } = JSON.parse(recorded('energy.estimate.transfer-new').answer);
    expect(await estimateEnergy(client, call)).toEqual({ source: 'estimateenergy', energy: BigInt(required) });
  });

  test.each([
    ['switched off, message in hex', 'noestimate.switches.estimateenergy'],
    ['switched off, message readable', 'noestimate.switches.estimateenergy-visible'],
    ['without the path', 'chain.unknown-path-post'],
  ])('falls back on a node that has it %s, and remembers', async (_, id) => {
    const { client, asked } = clientAnswering([id, 'energy.call.toggle']);
    const { energy_used: used } = JSON.parse(recorded('energy.call.toggle').answer);
    for (let i = 0; i < 3; i++)
      expect(await estimateEnergy(client, call)).toMatchObject({
        source: 'triggerconstantcontract',
        energy: BigInt(used),
      });
    expect(asked.map(({ path }) => path.split('/')[2])).toEqual([
      'estimateenergy',
      ...Array.from({ length: 3 }, () => 'triggerconstantcontract'),
    ]);
  });

  test('does not fall back when the method was named', async () => {
    const { client } = clientAnswering('noestimate.switches.estimateenergy');
    expect(await outcome(estimateEnergy(client, call, { method: 'estimateenergy' }))).toBe('NOT_SUPPORTED');
  });

  test('on a node without constant calls fails with both', async () => {
    const { client } = clientAnswering([
      'noconstant.switches.estimateenergy',
      'noconstant.switches.triggerconstantcontract-deploy',
    ]);
    expect(await outcome(estimateEnergy(client, call))).toBe('NOT_SUPPORTED');
  });

  test('asks the constant call for the reason of a revert', async () => {
    const { client } = clientAnswering(['energy.estimate.fail', 'energy.call.fail']);
    await expect(estimateEnergy(client, call)).rejects.toMatchObject({
      code: 'CALL_REVERTED',
      context: { reason: 'because' },
    });
  });

  test('of an invalid instruction fails with the machine’s words', async () => {
    const { client } = clientAnswering('energy.estimate.fail-invalid');
    await expect(estimateEnergy(client, call)).rejects.toMatchObject({
      code: 'CALL_FAILED',
      context: { nodeMessage: 'Invalid operation code: opCode[fe];' },
    });
  });

  test.each([{ result: { result: true } }, { result: {} }, { result: { message: 'x' } }, {}])(
    'never reads %j as an estimate',
    async (answer) => {
      const { client } = clientAnswering(Response.json(answer));
      expect(await outcome(estimateEnergy(client, call))).toMatch(/^(?:RESPONSE_UNEXPECTED|CALL_FAILED)$/);
    },
  );
});

describe('triggerSmartContract', () => {
  test.each([
    ['fee.no-owner', 'NODE_ERROR'],
    ['fee.unknown-contract', 'VALIDATION_FAILED'],
    ['noconstant.switches.triggersmartcontract-visible', 'VALIDATION_FAILED'],
  ])('%s is %s', async (id, code) => {
    const { client } = clientAnswering(id);
    expect(await outcome(triggerSmartContract(client, { ...call, feeLimit: 1n }))).toBe(code);
  });

  test('needs a fee limit', async () => {
    const { client, asked } = clientAnswering('energy.tx.toggle.build');
    // @ts-expect-error there is no default
    expect(await outcome(triggerSmartContract(client, call))).toBe('ARGUMENT_INVALID');
    // @ts-expect-error a number may have lost digits
    expect(await outcome(triggerSmartContract(client, { ...call, feeLimit: 5 }))).toBe('ARGUMENT_INVALID');
    expect(await outcome(triggerSmartContract(client, { ...call, feeLimit: -1n }))).toBe('ARGUMENT_INVALID');
    expect(await outcome(triggerSmartContract(client, { ...call, feeLimit: 2n ** 63n }))).toBe('ARGUMENT_INVALID');
    expect(asked).toEqual([]);
  });
});

describe('getTransactionInfoById', () => {
  const info = async (id: string, abi?: Abi) => {
    const { client } = clientAnswering(id);
    const { id: txID } = JSON.parse(recorded(id).answer);
    return getTransactionInfoById(client, { txID, ...(abi === undefined ? {} : { abi }) });
  };

  test.each([
    ['fee.one-short.info', 'OUT_OF_ENERGY', /^Not enough energy for 'JUMPDEST'/],
    ['fee.revert-at-once.info', 'REVERT', /^because$/],
    ['fee.assert.info', 'REVERT', /^panic 0x01: assertion failed$/],
    ['fee.proxy-invalid.info', 'OUT_OF_ENERGY', /^Not enough energy for 'RETURNDATASIZE'/],
    ['fee.proxy-assert.info', 'REVERT', /^panic 0x01/],
  ])('%s failed with %s', async (id, result, reason) => {
    expect(await info(id)).toMatchObject({ succeeded: false, result, reason: expect.stringMatching(reason) });
  });

  test('reads the receipt', async () => {
    expect(await info('fee.one-short.info')).toMatchObject({
      fee: 6_467_100n,
      blockNumber: 52,
      receipt: {
        energyTotal: 61_221n,
        energyFee: 6_122_100n,
        bandwidthFee: 345_000n,
        energyFromStake: 0n,
        bandwidth: 0n,
      },
    });
  });

  test('of a transfer has no contract result', async () => {
    const transfer = await info('transfer.plain.info');
    expect(transfer).toMatchObject({ succeeded: true, result: 'DEFAULT', contractResult: '' });
    expect(transfer && 'reason' in transfer).toBe(false);
  });

  test('is undefined until it is in a block', async () => {
    const { client } = clientAnswering('transfer.unknown-info');
    expect(await getTransactionInfoById(client, { txID: '00'.repeat(32) })).toBeUndefined();
  });

  test('of every recorded transaction can be read', async () => {
    const infos = Object.keys(recordings).filter((id) => id.endsWith('.info'));
    for (const id of infos) await info(id);
    expect(infos.length).toBeGreaterThan(30);
  });
});

test('getChainParameters keeps what it does not know', async () => {
  const { client } = clientAnswering('chain.getchainparameters');
  const parameters = await getChainParameters(client);
  expect(parameters).toMatchObject({
    energyPrice: 100n,
    maxFeeLimit: 15_000_000_000n,
    maxFactor: 34_000n,
    dynamicEnergy: true,
  });
  expect(parameters.values).toMatchObject({ getRemoveThePowerOfTheGr: 0n, getMaxCpuTimeOfOneTx: 80n });
});

test.each(['getEnergyFee', 'getMaxFeeLimit'])(
  'getChainParameters without %s is refused: a price of 0 would make limits of 0',
  async (key) => {
    const { chainParameter } = JSON.parse(recorded('chain.getchainparameters').answer);
    const { client } = clientAnswering(
      Response.json({ chainParameter: chainParameter.filter((p: { key: string }) => p.key !== key) }),
    );
    await expect(getChainParameters(client)).rejects.toMatchObject({
      code: 'RESPONSE_UNEXPECTED',
      context: { field: key },
    });
  },
);

test('getContractInfo tells energy factor and shares', async () => {
  const { client } = clientAnswering('energy.getcontractinfo');
  expect(await getContractInfo(client, { contract: '41c6db017de6cab42c3d4a69e32b71ade602ebce83' })).toMatchObject({
    name: 'Token',
    energyFactor: 0n,
    energyUsage: 83_272n,
    callerPercent: 100,
    originEnergyLimit: 10_000_000n,
    origin: 'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY',
  });
  const none = clientAnswering('energy.getcontractinfo-missing');
  expect(await getContractInfo(none.client, { contract: alice })).toBeUndefined();
});

test('getNowBlock reads a block, and refuses one whose id has another number', async () => {
  const { client } = clientAnswering('chain.getnowblock');
  expect(await getNowBlock(client)).toMatchObject({
    number: 93,
    time: 1_795_231_443_000,
    transactions: [{ type: 'TransferContract', result: 'SUCCESS' }],
  });
  const block = JSON.parse(recorded('chain.getnowblock').answer);
  block.block_header.raw_data.number = 94;
  expect(await outcome(getNowBlock(clientAnswering(Response.json(block)).client))).toBe('RESPONSE_UNEXPECTED');
});

test('bindClient binds every endpoint function', async () => {
  const { client } = clientAnswering('account.visible');
  const node = bindClient(client);
  expect(await node.getBalance({ address: judy })).toBe(1_000_000_000_000_000n);
  expect(Object.keys(node)).toContain('triggerConstantContract');
});
