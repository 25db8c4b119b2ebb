import {
  getAccount,
  getAccountResources,
  getBalance,
  getBlocks,
  getChainParameters,
  getContract,
  getContractInfo,
  getNowBlock,
  getTransactionInfoById,
  listProposals,
  listWitnesses,
  type Abi,
  type NodeClient,
} from '@coin/rpc';
import { describe, expect, test, vi } from 'vitest';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';
import { outcomeOf } from './support/outcome.ts';
import { recorded, recordings } from './support/recordings.ts';

const JUDY = 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ';
const NOBODY = 'TE42AtpB9ffMT1Ektdgu8q8ASQ5BdfWAGP';
const ALICE = '4127c11e9f4012e773291e4cfa07a580bda92985ea';

describe('getAccount', () => {
  test('sends base58check and visible true, for either form of address', async () => {
    const { client, requests } = clientWithAnswers('account.visible');
    await getAccount(client, { address: '41371597ea924532ab39d9426134cc9e5606750f1d' });
    expect(requests[0]).toMatchObject({ path: '/wallet/getaccount', body: { address: JUDY, visible: true } });
  });

  test('asks again in hex immediately when a name makes the answer invalid JSON', async () => {
    const broken = jsonResponse(recorded('account.visible').answer.replace('Judy', String.raw`\\"}//`));
    const { client, requests } = clientWithAnswers([broken, 'account.hex'], { retry: 0 });
    expect(await getAccount(client, { address: JUDY })).toMatchObject({ address: JUDY, name: 'Judy' });
    expect(requests.map(({ body }) => body)).toEqual([
      { address: JUDY, visible: true },
      { address: '41371597ea924532ab39d9426134cc9e5606750f1d', visible: false },
    ]);
  });

  test('asks again in hex when the bytes of a name may differ from its text', async () => {
    for (const name of ['\\\\', '\\n', '\ufffd', 'cafe']) {
      const doubtful = jsonResponse(recorded('account.visible').answer.replace('Judy', name));
      const { client, requests } = clientWithAnswers([doubtful, 'account.hex'], { retry: 0 });
      expect(await getAccount(client, { address: JUDY })).toMatchObject({ name: 'Judy' });
      expect(requests.map(({ body }) => body)).toMatchObject([{ visible: true }, { visible: false }]);
    }
  });

  test('does not count an answer that a name has broken as a failed attempt', async () => {
    const broken = jsonResponse(recorded('account.visible').answer.replace('Judy', '\u0001'));
    const beforeRetry = vi.fn<() => void>();
    const { client, requests } = clientWithAnswers([broken, 'account.hex'], {
      retry: 2,
      hooks: { beforeRetry: [beforeRetry] },
    });
    await getAccount(client, { address: JUDY });
    expect(requests).toHaveLength(2);
    expect(beforeRetry).not.toHaveBeenCalled();
  });

  test('does not ask again when the answer’s type is not JSON, or the hex answer is not JSON', async () => {
    const page = new Response('<html>', { headers: { 'content-type': 'text/html' } });
    const first = clientWithAnswers(page, { retry: 0 });
    expect(await outcomeOf(getAccount(first.client, { address: JUDY }))).toBe('RESPONSE_NOT_JSON');
    expect(first.requests).toHaveLength(1);
    const second = clientWithAnswers([jsonResponse('{'), jsonResponse('{')], { retry: 0 });
    expect(await outcomeOf(getAccount(second.client, { address: JUDY }))).toBe('RESPONSE_NOT_JSON');
    expect(second.requests).toHaveLength(2);
  });

  test('reads amounts exactly', async () => {
    const { client } = clientWithAnswers('account.visible');
    expect(await getAccount(client, { address: JUDY })).toEqual({
      address: JUDY,
      name: 'Judy',
      kind: 'Normal',
      balance: 1_000_000_000_000_000n,
      allowance: 0n,
      assets: [],
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

  test('returns undefined without an account, and getBalance returns 0n', async () => {
    const { client } = clientWithAnswers('account.missing');
    expect(await getAccount(client, { address: NOBODY })).toBeUndefined();
    expect(await getBalance(client, { address: NOBODY })).toBe(0n);
  });

  test('reads the solid state when the options say so', async () => {
    const { client, requests } = clientWithAnswers('account.solidity');
    expect(await getBalance(client, { address: JUDY }, { state: 'solid' })).toBe(1_000_000_000_000_000n);
    expect(requests[0]?.path).toBe('/walletsolidity/getaccount');
  });

  test('rejects an invalid address before it sends a request', async () => {
    const { client, requests } = clientWithAnswers('account.visible');
    expect(await outcomeOf(getAccount(client, { address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bU1' }))).toBe(
      'ADDRESS_INVALID',
    );
    expect(requests).toEqual([]);
  });

  test('rejects the answer about another account', async () => {
    const { client } = clientWithAnswers('account.visible');
    expect(await outcomeOf(getBalance(client, { address: NOBODY }))).toBe('RESPONSE_INVALID');
  });

  test.each(
    Object.entries({
      'an unknown object': { message: 'slow down' },
      'a fraction in quotes': { address: JUDY, balance: '1.2' },
      'a fraction': { address: JUDY, balance: 1.5 },
      'a list': [],
      null: null,
      'a number': 5,
    }),
  )('never reads %s as an account', async (_, answer) => {
    const { client } = clientWithAnswers(Response.json(answer));
    expect(await outcomeOf(getBalance(client, { address: JUDY }))).toBe('RESPONSE_INVALID');
  });

  test.each([
    ['9007199254740993', 9_007_199_254_740_993n],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['-9223372036854775808', -(2n ** 63n)],
  ])('reads a balance of %s exactly', async (digits, balance) => {
    const { client } = clientWithAnswers(jsonResponse(`{"address":"${JUDY}","balance": ${digits}}`));
    expect(await getBalance(client, { address: JUDY })).toBe(balance);
  });

  test.each(['9223372036854775808', '-9223372036854775809', '1e3', '1.0000000000000001'])(
    'never reads a balance of %s inexactly',
    async (digits) => {
      const { client } = clientWithAnswers(jsonResponse(`{"address":"${JUDY}","balance": ${digits}}`));
      const outcome = await outcomeOf(getBalance(client, { address: JUDY }));
      expect(
        digits === '1e3' || digits.startsWith('1.') ? [1000n, 1n, 'RESPONSE_INVALID'] : ['RESPONSE_INVALID'],
      ).toContain(outcome);
    },
  );
});

describe('an error of the node', () => {
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
  test.each(cases)('recorded as %s is read as %s, never as a balance', async (id, code) => {
    const { client } = clientWithAnswers(id);
    expect(await outcomeOf(getBalance(client, { address: JUDY }))).toBe(code);
  });

  test('is read as an error in every recording with status 200', async () => {
    const errors = Object.entries(recordings).filter(([, { answer }]) => answer.startsWith('{"Error"'));
    expect(errors.length).toBeGreaterThan(20);
    for (const [id] of errors) {
      const { client } = clientWithAnswers(id);
      expect(await outcomeOf(getBalance(client, { address: JUDY })), id).toMatch(/^(?:NODE_ERROR|VALIDATION_FAILED)$/);
    }
  });
});

test.each([
  ['getAccountResources', (client: NodeClient) => getAccountResources(client, { address: JUDY })],
  ['getBlocks', (client: NodeClient) => getBlocks(client, { fromBlock: 1, toBlock: 2 })],
  ['listProposals', listProposals],
  ['listWitnesses', listWitnesses],
  ['getAccount', (client: NodeClient) => getAccount(client, { address: JUDY })],
] as const)('%s reads no zeros from an answer about something else', async (_, call) => {
  const { client } = clientWithAnswers(Response.json({ code: 'SERVER_BUSY', message: '62757379' }));
  expect(await outcomeOf<unknown>(call(client))).toBe('RESPONSE_INVALID');
});

describe('getTransactionInfoById', () => {
  const info = async (id: string, abi?: Abi) => {
    const { client } = clientWithAnswers(id);
    const { id: txID } = JSON.parse(recorded(id).answer);
    return getTransactionInfoById(client, { txID, ...(abi === undefined ? {} : { abi }) });
  };

  test.each([
    ['fee.one-short.info', 'OUT_OF_ENERGY', /^Not enough energy for 'JUMPDEST'/],
    ['fee.revert-at-once.info', 'REVERT', /^because$/],
    ['fee.assert.info', 'REVERT', /^panic 0x01: assertion failed$/],
    ['fee.proxy-invalid.info', 'OUT_OF_ENERGY', /^Not enough energy for 'RETURNDATASIZE'/],
    ['fee.proxy-assert.info', 'REVERT', /^panic 0x01/],
  ])('reads the failure of %s: %s with its reason', async (id, result, reason) => {
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

  test('reads a transfer, which has no contract result', async () => {
    const transfer = await info('transfer.plain.info');
    expect(transfer).toMatchObject({ succeeded: true, result: 'DEFAULT', contractResult: '' });
    expect(transfer && 'reason' in transfer).toBe(false);
  });

  test('returns undefined until the transaction is in a block', async () => {
    const { client } = clientWithAnswers('transfer.unknown-info');
    expect(await getTransactionInfoById(client, { txID: '00'.repeat(32) })).toBeUndefined();
  });

  test('reads every recorded info', async () => {
    const infos = Object.keys(recordings).filter((id) => id.endsWith('.info'));
    for (const id of infos) await info(id);
    expect(infos.length).toBeGreaterThan(30);
  });
});

test('getChainParameters keeps parameters that it does not know', async () => {
  const { client } = clientWithAnswers('chain.getchainparameters');
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
  'getChainParameters rejects an answer without %s: a price of 0 would lead to fee limits of 0',
  async (key) => {
    const { chainParameter } = JSON.parse(recorded('chain.getchainparameters').answer);
    const { client } = clientWithAnswers(
      Response.json({ chainParameter: chainParameter.filter((p: { key: string }) => p.key !== key) }),
    );
    await expect(getChainParameters(client)).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      context: { field: key },
    });
  },
);

test('getContractInfo reads energy factor and shares, and returns undefined without a contract', async () => {
  const { client } = clientWithAnswers('energy.getcontractinfo');
  expect(await getContractInfo(client, { address: '41c6db017de6cab42c3d4a69e32b71ade602ebce83' })).toMatchObject({
    name: 'Token',
    energyFactor: 0n,
    energyUsage: 83_272n,
    callerPercent: 100,
    deployerEnergyLimit: 10_000_000n,
    deployer: 'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY',
  });
  const none = clientWithAnswers('energy.getcontractinfo-missing');
  expect(await getContractInfo(none.client, { address: ALICE })).toBeUndefined();
});

test('getContract returns the ABI as compilers print it, and undefined without a contract', async () => {
  const { client } = clientWithAnswers('energy.getcontract');
  const contract = await getContract(client, { address: '41c6db017de6cab42c3d4a69e32b71ade602ebce83' });
  expect(contract?.abi.map(({ type }) => type)).toContain('constructor');
  expect(contract?.abi.find(({ name }) => name === 'transfer')).toMatchObject({
    type: 'function',
    stateMutability: 'nonpayable',
  });
  expect(await getContract(clientWithAnswers('energy.getcontract-missing').client, { address: ALICE })).toBeUndefined();
});

test('listWitnesses reads which witnesses are active', async () => {
  expect(await listWitnesses(clientWithAnswers('chain.listwitnesses').client)).toMatchObject([{ active: true }]);
});

test('getNowBlock reads a block, and rejects one whose id contains another number', async () => {
  const { client } = clientWithAnswers('chain.getnowblock');
  expect(await getNowBlock(client)).toMatchObject({
    number: 93,
    time: 1_795_231_443_000,
    transactions: [{ contractType: 'TransferContract', result: 'SUCCESS' }],
  });
  const block = JSON.parse(recorded('chain.getnowblock').answer);
  block.block_header.raw_data.number = 94;
  expect(await outcomeOf(getNowBlock(clientWithAnswers(Response.json(block)).client))).toBe('RESPONSE_INVALID');
});
