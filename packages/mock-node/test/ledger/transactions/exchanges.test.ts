import { describe, expect, test } from 'vitest';
import { type MockNodeOptions } from '../../../src/index.ts';
import { presetNetwork } from '../../../src/network/presets.ts';
import { alice, bob, newcomer, openNetwork, type Json, type Network } from '../../support/governance-network.ts';
import { answerTo } from '../../support/http-network.ts';
import { createOlderOptions } from '../../support/older-network.ts';
import { COIN, GOLD, holdings, openTokens, SILVER, succeed, SUPPLY, token } from '../../support/token-market.ts';

const a = alice.address;
const textOf = (message: unknown): string => Buffer.from(String(message), 'hex').toString();
const hexOf = (text: string): string => Buffer.from(text).toString('hex');

type Corrections = readonly (readonly [change: Json, rejection: string | undefined])[];

async function expectRejections(network: Network, path: string, corrections: Corrections): Promise<void> {
  let body: Json = {};
  for (const [change, rejection] of corrections) {
    body = { ...body, ...change };
    expect(await network.rejection(path, body), `${path} ${JSON.stringify(body)}`).toBe(rejection);
  }
}

const create = { first_token_id: GOLD, first_token_balance: 1000, second_token_id: COIN, second_token_balance: 300 };

async function openExchange(more: Json = {}, options: MockNodeOptions = {}): Promise<Network> {
  const network = await openTokens(options);
  expect(await succeed(network, 'exchangecreate', { ...create, ...more }, alice)).toMatchObject({ exchange_id: 1 });
  return network;
}

const balancesOf = async ({ ask }: Network): Promise<readonly unknown[]> => {
  const exchange = await ask('getexchangebyid', { id: 1 });
  return [exchange['first_token_balance'] ?? 0, exchange['second_token_balance'] ?? 0];
};

test('an exchange is rejected in the order of the node’s checks', async () => {
  const network = await openTokens();
  network.node.setBalance(newcomer.address, 1n);
  const missing = `41${'99'.repeat(20)}`;
  await expectRejections(network, 'exchangecreate', [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, `account[${missing}] not exists`],
    [{ owner_address: newcomer.address }, 'No enough balance for exchange create fee!'],
    [{ owner_address: a }, 'first token id is not a valid number'],
    [{ first_token_id: token('01') }, 'first token id is not a valid number'],
    [{ first_token_id: GOLD }, 'second token id is not a valid number'],
    [{ second_token_id: GOLD }, 'cannot exchange same tokens'],
    [{ second_token_id: COIN }, 'token balance must greater than zero'],
    [
      { first_token_balance: 1000, second_token_balance: 10 ** 15 + 1 },
      'token balance must less than 1000000000000000',
    ],
    [{ first_token_balance: SUPPLY, second_token_balance: 10 ** 15 }, 'first token balance is not enough'],
    [{ first_token_balance: 1000 }, 'balance is not enough'],
    [{ second_token_id: token('5'), second_token_balance: 3 }, 'second token balance is not enough'],
    [{ second_token_id: COIN }, undefined],
  ]);
});

test('creating an exchange takes the initial amounts and burns the fee', async () => {
  const network = await openTokens();
  const before = await holdings(network, alice);
  const { burned } = network.node.supply();
  const { exchange_id: id, fee } = await succeed(network, 'exchangecreate', create, alice);
  expect([id, Number(fee) >= 1_024_000_000]).toEqual([1, true]);
  const after = await holdings(network, alice);
  expect([before['coin']! - after['coin']!, before['1000001']! - after['1000001']!]).toEqual([Number(fee) + 300, 1000]);
  expect(network.node.supply().burned - burned).toBe(BigInt(Number(fee)));
});

test('an exchange is filled and emptied by its creator in its ratio, and closes when it is empty', async () => {
  const network = await openExchange();
  const before = await holdings(network, alice);
  expect(await succeed(network, 'exchangeinject', { exchange_id: 1, token_id: GOLD, quant: 105 }, alice)).toMatchObject(
    {
      exchange_inject_another_amount: 31,
    },
  );
  expect(await balancesOf(network)).toEqual([1105, 331]);
  expect((await holdings(network, alice))['1000001']).toBe(before['1000001']! - 105);
  expect(
    await succeed(network, 'exchangewithdraw', { exchange_id: 1, token_id: COIN, quant: 331 }, alice),
  ).toMatchObject({ exchange_withdraw_another_amount: 1105 });
  expect(await balancesOf(network)).toEqual([0, 0]);
  const closed = 'Token balance in exchange is equal with 0,the exchange has been closed';
  const use = { owner_address: a, exchange_id: 1, token_id: GOLD, quant: 1, expected: 1 };
  for (const path of ['exchangeinject', 'exchangewithdraw', 'exchangetransaction'])
    expect(await network.rejection(path, use)).toBe(closed);
});

test('an injection is rejected in the order of the node’s checks', async () => {
  const network = await openExchange();
  await expectRejections(network, 'exchangeinject', [
    [{}, 'Invalid address'],
    [{ owner_address: bob.address }, 'Exchange[0] not exists'],
    [{ exchange_id: 1 }, `account[${bob.address}] is not creator`],
    [{ owner_address: a }, 'token id is not a valid number'],
    [{ token_id: SILVER }, 'token id is not in exchange'],
    [{ token_id: GOLD }, 'injected token quant must greater than zero'],
    [{ quant: 3 }, 'the calculated token quant  must be greater than 0'],
    [{ quant: 10 ** 15 }, 'token balance must less than 1000000000000000'],
    [{ quant: SUPPLY / 2 + 1 }, 'token balance is not enough'],
    [{ quant: 4 }, undefined],
  ]);
});

test('a withdrawal is rejected in the order of the node’s checks', async () => {
  const network = await openExchange();
  await expectRejections(network, 'exchangewithdraw', [
    [{ owner_address: a, exchange_id: 1, token_id: SILVER }, 'token is not in exchange'],
    [{ token_id: GOLD }, 'withdraw token quant must greater than zero'],
    [{ quant: 1001 }, 'exchange balance is not enough'],
    [{ quant: 3 }, 'withdraw another token quant must greater than zero'],
    [{ quant: 13 }, 'Not precise enough'],
    [{ quant: 10 }, undefined],
  ]);
});

test('a swap is rejected in the order of the node’s checks', async () => {
  const network = await openExchange();
  await expectRejections(network, 'exchangetransaction', [
    [{}, 'Invalid address'],
    [{ owner_address: bob.address }, 'Exchange[0] not exists'],
    [{ exchange_id: 1 }, 'token id is not a valid number'],
    [{ token_id: SILVER }, 'token is not in exchange'],
    [{ token_id: GOLD }, 'token quant must greater than zero'],
    [{ quant: 100 }, 'token expected must greater than zero'],
    [{ expected: 28, quant: 10 ** 15 }, 'token balance must less than 1000000000000000'],
    [{ quant: SUPPLY / 2 + 1 }, 'token balance is not enough'],
    [{ quant: 100 }, 'token required must greater than expected'],
    [{ expected: 27 }, undefined],
  ]);
});

test('a swap pays the price in Java’s doubles', async () => {
  const network = await openExchange(
    { first_token_balance: 99_999_999_999_991, second_token_balance: 3_000_017 },
    createOlderOptions(),
  );
  const before = await holdings(network, bob);
  const swap = { exchange_id: 1, token_id: COIN, quant: 1_234_567, expected: 1 };
  // Computed by a JVM with StrictMath.
  const received = 29_154_386_829_977;
  const { fee = 0, ...info } = await succeed(network, 'exchangetransaction', swap, bob);
  expect(info).toMatchObject({ exchange_received_amount: received });
  const after = await holdings(network, bob);
  expect(before['coin']! - after['coin']! - Number(fee)).toBe(1_234_567);
  expect(after['1000001']! - before['1000001']!).toBe(received);
  expect(await balancesOf(network)).toEqual([99_999_999_999_991 - received, 4_234_584]);
});

test('a trade is refused where powers depend on the processor, until proposal 98', async () => {
  const network = await openExchange();
  network.node.setChainParameter('getAllowStrictMath', 0n);
  const trade = { owner_address: bob.address, exchange_id: 1, token_id: GOLD, quant: 100, expected: 1 };
  const refusal = '@coin/mock-node does not model trades where getAllowStrictMath is 0; a real node might accept it';
  expect(await network.rejection('exchangetransaction', trade)).toBe(refusal);
  network.node.setChainParameter('getAllowHardenExchangeCalculation', 1n);
  expect(await network.rejection('exchangetransaction', trade)).toBeUndefined();
});

test('amounts beyond 64 bits cause the exceptions of Java', async () => {
  const balances = { first_token_balance: 1, second_token_balance: 1_000_000 };
  const network = await openExchange(balances, createOlderOptions());
  const use = { owner_address: a, exchange_id: 1, token_id: GOLD, quant: 10 ** 15 };
  const arithmetic = 'class java.lang.ArithmeticException';
  expect(await network.rejection('exchangeinject', use)).toBe(`${arithmetic} : BigInteger out of long range`);
  expect(await network.rejection('exchangewithdraw', use)).toBe(`${arithmetic} : Overflow`);
});

test('an injection whose product overflows is built, and fails on broadcast', async () => {
  const balances = { first_token_balance: 10 ** 12, second_token_id: SILVER, second_token_balance: 10 ** 14 };
  const network = await openExchange(balances, createOlderOptions());
  const use = { owner_address: a, exchange_id: 1, token_id: GOLD, quant: 10 ** 12 };
  const { message, ...answer } = await network.send('exchangeinject', use, alice);
  expect(answer).toMatchObject({ code: 'OTHER_ERROR' });
  expect(textOf(message)).toBe('Error: long overflow');
  expect(await balancesOf(network)).toEqual([10 ** 12, 10 ** 14]);
});

describe('a network of 4.8.2', () => {
  const preset = presetNetwork('mainnet');
  const options = (getAllowHardenExchangeCalculation: bigint) => ({
    network: {
      ...preset,
      blockVersion: 36,
      parameters: { ...preset.parameters, getAllowHardenExchangeCalculation },
      genesis: {
        ...preset.genesis,
        assets: [
          ...preset.genesis.assets,
          ...[alice, bob].map(({ address }, i) => ({ accountName: `Account${i}`, address, balance: 10n ** 12n })),
        ],
      },
    },
  });
  const trade = { exchange_id: 1, token_id: GOLD, quant: 100, expected: 1 };

  test('builds trades while proposal 98 is off, but rejects their broadcast', async () => {
    const network = await openExchange({}, options(0n));
    expect(await network.send('exchangetransaction', { owner_address: bob.address, ...trade }, bob)).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
      message: hexOf('Contract validate error : ExchangeTransactionContract is rejected'),
    });
    await succeed(network, 'exchangeinject', { exchange_id: 1, token_id: GOLD, quant: 100 }, alice);
    network.node.setChainParameter('getAllowHardenExchangeCalculation', 1n);
    await succeed(network, 'exchangetransaction', trade, bob);
  });

  test('rejects a block with a trade, which one of 4.8.0 accepts', async () => {
    const network = await openExchange({}, options(1n));
    const before = network.node.snapshot();
    await succeed(network, 'exchangetransaction', trade, bob);
    const block = JSON.stringify(await network.ask('getnowblock'));
    network.node.revert(before);
    network.node.setChainParameter('getAllowHardenExchangeCalculation', 0n);
    expect(() => network.node.importBlock(block)).toThrow('ExchangeTransactionContract is rejected');
    network.node.setChainParameter('getAllowHardenExchangeCalculation', 1n);
    network.node.importBlock(block);
  });

  test('leaves a pending trade out of its block once proposal 98 is off', async () => {
    const network = await openExchange({}, options(1n));
    network.node.setMining({ kind: 'manual' });
    await network.send('exchangetransaction', { owner_address: bob.address, ...trade }, bob);
    network.node.setChainParameter('getAllowHardenExchangeCalculation', 0n);
    network.node.mine();
    expect(await network.ask('getnowblock')).not.toHaveProperty('transactions');
  });

  test('reports arithmetic errors as errors of the transaction', async () => {
    const network = await openExchange({ first_token_balance: 1, second_token_balance: 1_000_000 }, options(1n));
    const use = { owner_address: a, exchange_id: 1, token_id: GOLD, quant: 10 ** 15 };
    expect(await network.rejection('exchangeinject', use)).toBe('BigInteger out of long range');
    expect(await network.rejection('exchangewithdraw', use)).toBe('Overflow');
  });

  test('fails an injection whose product overflows in its execution', async () => {
    const more = { first_token_balance: 10 ** 12, second_token_id: SILVER, second_token_balance: 10 ** 14 };
    const network = await openExchange(more, options(1n));
    const use = { owner_address: a, exchange_id: 1, token_id: GOLD, quant: 10 ** 12 };
    const { code, message } = await network.send('exchangeinject', use, alice);
    expect([code, textOf(message)]).toEqual(['CONTRACT_EXE_ERROR', 'Contract execute error : long overflow']);
  });

  test('rejects sums beyond 64 bits under proposal 98, which wrap around before', async () => {
    const use = { owner_address: a, exchange_id: 1, token_id: GOLD, quant: 2 ** 63 - 1024, expected: 1 };
    for (const [parameter, rejection] of [
      [0n, 'token balance is not enough'],
      [1n, 'long overflow'],
    ] as const) {
      const network = await openExchange({ first_token_balance: 5000 }, options(parameter));
      expect(await network.rejection('exchangetransaction', use)).toBe(rejection);
    }
  });

  test('compares the precision of a withdrawal in decimals under proposal 98', async () => {
    // 3.0003 is not more than 3 and 0.0001 of it, but the double next to it is.
    const more = { first_token_balance: 10_000, second_token_balance: 30_003 };
    const use = { owner_address: a, exchange_id: 1, token_id: GOLD, quant: 1 };
    for (const [parameter, rejection] of [
      [0n, 'Not precise enough'],
      [1n, undefined],
    ] as const) {
      const network = await openExchange(more, options(parameter));
      expect(await network.rejection('exchangewithdraw', use)).toBe(rejection);
    }
  });

  test('rejects a trade that would pay more than the exchange has, under proposal 98', async () => {
    const more = { first_token_balance: 2, second_token_id: SILVER, second_token_balance: 15_485_212_310_985 };
    const network = await openExchange(more, options(1n));
    const use = { owner_address: a, exchange_id: 1, token_id: GOLD, quant: 30_799_934_356_472, expected: 1 };
    expect(await network.rejection('exchangetransaction', use)).toBe('Exchange balance must be >=0 after transaction');
  });
});

test('exchanges are listed newest first, and in pages by id', async () => {
  const network = await openExchange();
  network.node.mine();
  await succeed(network, 'exchangecreate', { ...create, second_token_id: SILVER }, alice);
  const idsOf = async (path: string, body: Json = {}): Promise<unknown> => {
    const { exchanges } = await network.ask<{ exchanges?: readonly Json[] }>(path, body);
    return exchanges?.map((exchange) => exchange['exchange_id']);
  };
  expect(await idsOf('listexchanges')).toEqual([2, 1]);
  expect(await idsOf('getpaginatedexchangelist', { offset: 0, limit: 9 })).toEqual([1, 2]);
  expect(await idsOf('getpaginatedexchangelist', { offset: 1, limit: 1 })).toEqual([2]);
  for (const page of [{ offset: 2, limit: 1 }, { offset: -1, limit: 1 }, { offset: 0, limit: -1 }, {}])
    expect(await answerTo(network.node, '/wallet/getpaginatedexchangelist', page)).toBe('{}');
  expect(await network.ask('getexchangebyid', { id: 2, visible: true })).toMatchObject({
    exchange_id: 2,
    first_token_id: '1000001',
    second_token_id: '1000002',
  });
  expect(await answerTo(network.node, '/wallet/getexchangebyid', { id: 3 })).toContain('NullPointerException');
});

test('rejects exchanges and orders on a network without token ids', async () => {
  const { rejection } = openNetwork({ parameters: { getAllowSameTokenName: 0, getAllowMarketTransaction: 1 } });
  const paths = ['exchangecreate', 'exchangeinject', 'exchangewithdraw', 'exchangetransaction', 'marketsellasset'];
  for (const path of paths)
    expect(await rejection(path, { owner_address: a })).toMatch(/^@coin\/mock-node does not model tokens where/);
});
