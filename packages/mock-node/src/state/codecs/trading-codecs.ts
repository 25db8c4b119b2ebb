import { type Exchange } from '../records/exchange.ts';
import { type MarketOrder, type OrderBook, type Trader } from '../records/market.ts';
import { type Codec, address, amount, array, hex, integer, naturalAmount, oneOf, record, text, time } from './codec.ts';

export const exchangeCodec: Codec<Exchange> = /* @__PURE__ */ record({
  id: integer,
  creator: address,
  createTime: time,
  firstToken: text,
  firstBalance: amount,
  secondToken: text,
  secondBalance: amount,
  writtenIn: integer,
});

export const orderCodec: Codec<MarketOrder> = /* @__PURE__ */ record({
  id: hex,
  owner: address,
  createTime: time,
  sellToken: text,
  sellQuantity: naturalAmount,
  buyToken: text,
  buyQuantity: naturalAmount,
  remaining: naturalAmount,
  returned: naturalAmount,
  state: oneOf('ACTIVE', 'INACTIVE', 'CANCELED'),
});

export const orderBookCodec: Codec<OrderBook> = /* @__PURE__ */ record({
  sellToken: text,
  buyToken: text,
  prices: array(record({ sell: naturalAmount, buy: naturalAmount, orders: array(hex) })),
  writtenIn: integer,
});

export const traderCodec: Codec<Trader> = /* @__PURE__ */ record({ active: array(hex), total: integer });
