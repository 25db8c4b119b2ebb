import {
  getAccount,
  getAccountResources,
  getBalance,
  getBurnedCoin,
  getChainParameters,
  getContractInfo,
  getEnergyPrices,
  getBrokerage,
  getReward,
  getTransactionInfoById,
  isRpcError,
  listWitnesses,
  coinTransfers,
  triggerConstantContract,
  type Block,
  type NodeClient,
} from '@coin/rpc';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';
import { outcomeOf } from './support/outcome.ts';
import { recorded } from './support/recordings.ts';

const JUDY = 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ';
const FROM = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const id = 'ab'.repeat(32);
const CONTRACT = '41c6db017de6cab42c3d4a69e32b71ade602ebce83';

/** Digits of a value that no amount of the network can have; a balance below −2^62 is that of burned coin. */
const impossible = fc.oneof(
  fc.bigInt({ min: 1n - 2n ** 62n, max: -1n }),
  fc.bigInt({ min: 2n ** 63n, max: 10n ** 40n }),
  fc.constantFrom(-5n, -1n, 2n ** 63n, 10n ** 40n),
);

/** A key of an answer's JSON text with its value replaced. */
const withValue = (text: string, key: string, digits: bigint): string => {
  const changed = text.replace(new RegExp(`"${key}": ?-?\\d+`), `"${key}":${digits}`);
  expect(changed).not.toBe(text);
  return changed;
};

const reads: [name: string, id: string, key: string, read: (client: NodeClient) => Promise<unknown>][] = [
  ['a balance', 'account.visible', 'balance', (client) => getAccount(client, { address: JUDY })],
  ['a fee', 'fee.one-short.info', 'fee', (client) => info(client, 'fee.one-short.info')],
  ['used energy', 'fee.one-short.info', 'energy_usage_total', (client) => info(client, 'fee.one-short.info')],
  ['a block number', 'fee.one-short.info', 'blockNumber', (client) => info(client, 'fee.one-short.info')],
  [
    'an energy factor',
    'energy.getcontractinfo',
    'energy_usage',
    (client) => getContractInfo(client, { address: CONTRACT }),
  ],
  [
    'energy',
    'energy.call.toggle',
    'energy_used',
    (client) => triggerConstantContract(client, { owner: FROM, contract: CONTRACT, functionSelector: 'toggle()' }),
  ],
];
const info = (client: NodeClient, recording: string) =>
  getTransactionInfoById(client, { txID: JSON.parse(recorded(recording).answer).id });

test.each(reads)('no negative number and none above int64 is read as %s', async (_, recording, key, read) => {
  await fc.assert(
    fc.asyncProperty(impossible, async (digits) => {
      const { client } = clientWithAnswers(jsonResponse(withValue(recorded(recording).answer, key, digits)));
      expect(await outcomeOf(read(client))).toBe('RESPONSE_INVALID');
    }),
    { numRuns: 30 },
  );
});

test.each<[string, string, (client: NodeClient) => Promise<unknown>]>([
  ['getBalance', `{"address":"${JUDY}","balance":-5}`, (client) => getBalance(client, { address: JUDY })],
  ['getReward', '{"reward":-1}', (client) => getReward(client, { address: JUDY })],
  ['getBrokerage', '{"brokerage":-1}', (client) => getBrokerage(client, { address: JUDY })],
  ['getBrokerage', '{"brokerage":101}', (client) => getBrokerage(client, { address: JUDY })],
  ['getBurnedCoin', '{"burnTrxAmount":-1}', (client) => getBurnedCoin(client)],
  ['getAccountResources', '{"EnergyLimit":-1}', (client) => getAccountResources(client, { address: JUDY })],
  ['listWitnesses', `{"witnesses":[{"address":"${JUDY}","voteCount":-1}]}`, (client) => listWitnesses(client)],
  ['getEnergyPrices', `{"prices":"0:${10n ** 40n}"}`, (client) => getEnergyPrices(client)],
  ['getEnergyPrices', `{"prices":"${10n ** 40n}:1"}`, (client) => getEnergyPrices(client)],
])('%s rejects %s', async (_, answer, read) => {
  expect(await outcomeOf(read(clientWithAnswers(jsonResponse(answer)).client))).toBe('RESPONSE_INVALID');
});

test('getBalance reads the account that collects burned coin, which starts at the minimum of int64', async () => {
  const { client } = clientWithAnswers(jsonResponse(`{"address":"${JUDY}","balance":-9223372036854770000}`));
  expect(await getBalance(client, { address: JUDY })).toBe(-9_223_372_036_854_770_000n);
});

test.each(['getEnergyFee', 'getMemoFee', 'getMaxFeeLimit', 'getDynamicEnergyMaxFactor'])(
  'getChainParameters rejects a negative %s',
  async (key) => {
    const { chainParameter } = JSON.parse(recorded('chain.getchainparameters').answer);
    const others = chainParameter.filter((parameter: { key: string }) => parameter.key !== key);
    const { client } = clientWithAnswers(Response.json({ chainParameter: [...others, { key, value: -1 }] }));
    expect(await outcomeOf(getChainParameters(client))).toBe('RESPONSE_INVALID');
  },
);

test('getContractInfo rejects a share of more than all', async () => {
  const answer = withValue(recorded('energy.getcontractinfo').answer, 'consume_user_resource_percent', 101n);
  const { client } = clientWithAnswers(jsonResponse(answer));
  expect(await outcomeOf(getContractInfo(client, { address: CONTRACT }))).toBe('RESPONSE_INVALID');
});

describe('coinTransfers', () => {
  const block = (value: Record<string, unknown>): Block => ({
    blockID: id,
    number: 5,
    time: 1,
    parentBlockID: id,
    transactionRoot: id,
    version: 1,
    transactions: [
      { txID: id, contractType: 'TransferContract', value, result: 'SUCCESS', rawDataHex: '', signatures: [] },
    ],
  });
  const read = (value: Record<string, unknown>): unknown => {
    try {
      return coinTransfers(block(value));
    } catch (error) {
      if (isRpcError(error)) return error.code;
      throw error;
    }
  };
  const transfer = { owner_address: FROM, to_address: JUDY, amount: 5 };

  test('reads an amount up to the maximum of int64', () => {
    expect(read(transfer)).toEqual([{ txID: id, index: 0, kind: 'transfer', from: FROM, to: JUDY, amount: 5n }]);
    expect(read({ ...transfer, amount: 2n ** 63n - 1n })).toMatchObject([{ amount: 2n ** 63n - 1n }]);
  });

  test('credits no amount that a transfer cannot have', () => {
    fc.assert(
      fc.property(
        fc.oneof(impossible, fc.constantFrom(0, 0n, -1, 1.5, 2 ** 60, '5', null, undefined, [], {}, true)),
        (amount) => {
          expect(read({ ...transfer, amount })).toBe('RESPONSE_INVALID');
        },
      ),
    );
  });

  test.each([{ owner_address: 'constructor' }, { to_address: 5 }, { to_address: undefined }, { owner_address: null }])(
    'rejects a transfer with %j',
    (wrong) => {
      expect(read({ ...transfer, ...wrong })).toBe('RESPONSE_INVALID');
    },
  );

  test.each(['', 'constructor', `0${id}`, `${id}0`])('rejects a transfer whose transaction has the id %j', (txID) => {
    const [transaction] = block(transfer).transactions;
    const wrong = { ...block(transfer), transactions: [{ ...transaction, txID }] } as Block;
    expect(() => coinTransfers(wrong)).toThrow(
      expect.objectContaining({
        code: 'RESPONSE_INVALID',
        context: {
          path: 'block 5',
          field: txID,
          reason: 'not a transfer of 1 to 2^63 - 1 small units between two addresses',
        },
      }),
    );
  });

  test('counts no transfer of tokens, which looks like one of coin', () => {
    const [transaction] = block(transfer).transactions;
    const tokens = { ...transaction, contractType: 'TransferAssetContract' };
    expect(coinTransfers({ ...block(transfer), transactions: [tokens] } as Block)).toEqual([]);
  });
});
