import { expect, test } from 'vitest';
import { alice, bob, carol, type Json, type Network, type Signer } from '../../support/governance-network.ts';
import { COIN, GOLD, holdings, openTokens, SILVER, succeed, token } from '../../support/token-market.ts';

const parameters = { getAllowMarketTransaction: 1, getMarketSellFee: 1000, getMarketCancelFee: 500 };
const openMarket = (): Promise<Network> => openTokens({ parameters });

const orderOf = (sell: string, sellQuantity: number, buy: string, buyQuantity: number): Json => ({
  sell_token_id: sell,
  sell_token_quantity: sellQuantity,
  buy_token_id: buy,
  buy_token_quantity: buyQuantity,
});

interface SellInfo {
  readonly orderId: string;
  readonly orderDetails?: readonly Json[];
}

async function sell(network: Network, signer: Signer, ...order: Parameters<typeof orderOf>): Promise<SellInfo> {
  const info = await succeed(network, 'marketsellasset', orderOf(...order), signer);
  return info as unknown as SellInfo;
}

const order = ({ ask }: Network, value: string): Promise<Json> => ask('getmarketorderbyid', { value });
const activeOf = async ({ ask }: Network, { address }: Signer): Promise<readonly unknown[]> =>
  ((await ask<{ orders?: readonly Json[] }>('getmarketorderbyaccount', { value: address })).orders ?? []).map(
    ({ order_id: id }) => id,
  );

/** What a signer has gained of tokens since; its fees are in coin. */
async function gained(network: Network, signer: Signer, since: Record<string, number>): Promise<readonly number[]> {
  const now = await holdings(network, signer);
  return ['1000001', '1000002'].map((id) => (now[id] ?? 0) - (since[id] ?? 0));
}

const missing = `41${'99'.repeat(20)}`;

test('an order is rejected in the order of the node’s checks', async () => {
  const closed = await openTokens();
  expect(await closed.rejection('marketsellasset', {})).toBe(
    'Not support Market Transaction, need to be opened by the committee',
  );
  const network = await openMarket();
  let body: Json = {};
  for (const [change, rejection] of [
    [{}, 'Invalid address'],
    [{ owner_address: missing }, 'Account does not exist!'],
    [{ owner_address: carol.address }, 'sellTokenId is not a valid number'],
    [{ sell_token_id: GOLD, buy_token_id: token('x') }, 'buyTokenId is not a valid number'],
    [{ buy_token_id: GOLD }, 'cannot exchange same tokens'],
    [{ buy_token_id: token('77') }, 'token quantity must greater than zero'],
    [{ sell_token_quantity: 10 ** 15 + 1, buy_token_quantity: 1 }, 'token quantity must less than 1000000000000000'],
    [{ sell_token_quantity: 10, sell_token_id: token('78') }, 'No sellTokenId !'],
    [{ sell_token_id: GOLD }, 'SellToken balance is not enough !'],
    [{ owner_address: alice.address }, 'No buyTokenId !'],
    [{ sell_token_id: COIN, sell_token_quantity: 10 ** 15 }, 'No enough balance !'],
    [{ sell_token_quantity: 5, buy_token_id: SILVER }, undefined],
  ] as const) {
    body = { ...body, ...change };
    expect(await network.rejection('marketsellasset', body), JSON.stringify(body)).toBe(rejection);
  }
});

test('a cancellation is rejected in the order of the node’s checks', async () => {
  const network = await openMarket();
  const { orderId } = await sell(network, alice, GOLD, 10, SILVER, 5);
  const cancel = (body: Json): Promise<string | undefined> => network.rejection('marketcancelorder', body);
  expect(await cancel({})).toBe('Invalid address');
  expect(await cancel({ owner_address: missing })).toBe('Account does not exist!');
  expect(await cancel({ owner_address: bob.address })).toBe('orderId not exists');
  expect(await cancel({ owner_address: bob.address, order_id: orderId })).toBe('Order does not belong to the account!');
  await succeed(network, 'marketcancelorder', { order_id: orderId }, alice);
  expect(await cancel({ owner_address: alice.address, order_id: orderId })).toBe('Order is not active!');
});

test('an unmatched order waits, and cancelling it returns the rest', async () => {
  const network = await openMarket();
  const before = await holdings(network, alice);
  const { orderId, orderDetails } = await sell(network, alice, GOLD, 10, SILVER, 4);
  expect(orderDetails).toBeUndefined();
  expect(await gained(network, alice, before)).toEqual([-10, 0]);
  expect(await order(network, orderId)).toMatchObject({ sell_token_quantity_remain: 10, owner_address: alice.address });
  expect(await network.ask('getmarketpricebypair', { sell_token_id: GOLD, buy_token_id: SILVER })).toEqual({
    sell_token_id: GOLD,
    buy_token_id: SILVER,
    prices: [{ sell_token_quantity: 5, buy_token_quantity: 2 }],
  });
  expect(await network.ask('getmarketpairlist')).toEqual({
    orderPair: [{ sell_token_id: GOLD, buy_token_id: SILVER }],
  });
  await succeed(network, 'marketcancelorder', { order_id: orderId }, alice);
  expect(await gained(network, alice, before)).toEqual([0, 0]);
  expect(await order(network, orderId)).toMatchObject({ state: 'CANCELED' });
  expect(await activeOf(network, alice)).toEqual([]);
  expect(await network.ask('getmarketpairlist')).toEqual({});
});

test('an order is filled at the older orders’ prices, the lowest first and then the oldest', async () => {
  const network = await openMarket();
  const dear = await sell(network, alice, GOLD, 100, SILVER, 30);
  const cheap = await sell(network, alice, GOLD, 100, SILVER, 10);
  const next = await sell(network, alice, GOLD, 50, SILVER, 5);
  expect(await order(network, cheap.orderId)).toMatchObject({ next: next.orderId });
  expect(await order(network, next.orderId)).toMatchObject({ prev: cheap.orderId });
  const [seller, buyer] = [await holdings(network, alice), await holdings(network, bob)];
  const { orderId, orderDetails } = await sell(network, bob, SILVER, 20, GOLD, 60);
  expect(orderDetails).toEqual([
    { makerOrderId: cheap.orderId, takerOrderId: orderId, fillSellQuantity: 10, fillBuyQuantity: 100 },
    { makerOrderId: next.orderId, takerOrderId: orderId, fillSellQuantity: 5, fillBuyQuantity: 50 },
    { makerOrderId: dear.orderId, takerOrderId: orderId, fillSellQuantity: 5, fillBuyQuantity: 16 },
  ]);
  expect(await gained(network, alice, seller)).toEqual([0, 20]);
  expect(await gained(network, bob, buyer)).toEqual([166, -20]);
  expect(await order(network, orderId)).toMatchObject({ state: 'INACTIVE' });
  expect(await activeOf(network, alice)).toEqual([dear.orderId]);
  expect(await order(network, dear.orderId)).toMatchObject({ sell_token_quantity_remain: 84 });
});

test('an order does not meet prices beyond its own, and its rest joins the other side', async () => {
  const network = await openMarket();
  await sell(network, alice, GOLD, 10, SILVER, 10);
  await sell(network, alice, GOLD, 10, SILVER, 11);
  const { orderId, orderDetails } = await sell(network, bob, SILVER, 15, GOLD, 15);
  expect(orderDetails).toMatchObject([{ fillSellQuantity: 10, fillBuyQuantity: 10 }]);
  expect(await order(network, orderId)).toMatchObject({ sell_token_quantity_remain: 5 });
  const { orders } = await network.ask<{ orders: readonly Json[] }>('getmarketorderlistbypair', {
    sell_token_id: SILVER,
    buy_token_id: GOLD,
  });
  expect(orders.map(({ order_id: id }) => id)).toEqual([orderId]);
});

test('returns an amount that is too small to buy anything', async () => {
  const network = await openMarket();
  await sell(network, alice, GOLD, 3, SILVER, 10);
  await sell(network, alice, GOLD, 1, SILVER, 4);
  const before = await holdings(network, bob);
  const { orderId, orderDetails } = await sell(network, bob, SILVER, 13, GOLD, 3);
  expect(orderDetails).toMatchObject([{ fillSellQuantity: 10, fillBuyQuantity: 3 }]);
  expect(await gained(network, bob, before)).toEqual([3, -10]);
  expect(await order(network, orderId)).toMatchObject({ sell_token_quantity_return: 3, state: 'INACTIVE' });
  expect(await activeOf(network, bob)).toEqual([]);
});

test('more than twenty matches fail the transaction', async () => {
  const network = await openMarket();
  for (let count = 0; count < 21; count++) await sell(network, alice, GOLD, 1, COIN, 1);
  const sent = await network.send(
    'marketsellasset',
    { owner_address: bob.address, ...orderOf(COIN, 21, GOLD, 21) },
    bob,
  );
  expect(sent).toMatchObject({ code: 'CONTRACT_EXE_ERROR' });
  expect(Buffer.from(String(sent['message']), 'hex').toString()).toBe(
    'Contract execute error : Too many matches. MAX_MATCH_NUM = 20',
  );
  expect(await sell(network, bob, COIN, 20, GOLD, 20)).toMatchObject({ orderDetails: { length: 20 } });
});

test('loses the amount that an account’s older order receives from its own newer one', async () => {
  const network = await openMarket();
  const before = await holdings(network, alice);
  await sell(network, alice, GOLD, 10, SILVER, 10);
  await sell(network, alice, SILVER, 10, GOLD, 10);
  expect(await gained(network, alice, before)).toEqual([0, -10]);
});

test('a dump keeps orders and exchanges', async () => {
  const network = await openMarket();
  await sell(network, alice, GOLD, 10, SILVER, 4);
  await succeed(
    network,
    'exchangecreate',
    { first_token_id: GOLD, first_token_balance: 10, second_token_id: COIN, second_token_balance: 3 },
    alice,
  );
  const other = await openTokens({ parameters });
  other.node.load(network.node.dump());
  for (const path of ['listexchanges', 'getmarketpairlist'])
    expect(await other.ask(path)).toEqual(await network.ask(path));
  expect(await activeOf(other, alice)).toEqual(await activeOf(network, alice));
  expect(other.node.supply()).toEqual(network.node.supply());
});
