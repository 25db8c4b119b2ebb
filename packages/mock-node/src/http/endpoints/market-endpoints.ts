import { stringMember } from '../../json/json-value.ts';
import { printMessage, textBytes, type PrintOptions } from '../../json/protobuf-printer.ts';
import { nullPointerError, RequestError } from '../../json/request-errors.ts';
import { isCoinOrNumber } from '../../ledger/accounts/coin-or-token.ts';
import {
  orderMessage,
  orderMessagesByPair,
  orderMessagesOf,
  pairMessages,
  priceMessages,
} from '../../ledger/queries/market-messages.ts';
import { addressArgument, hexBytes } from '../../message/request-arguments.ts';
import { jsonOf, parseBody, readJsonBody, readParameters, type Parameters } from '../../message/request.ts';
import {
  BytesMessage,
  MarketOrderList,
  MarketOrderPairList,
  MarketPriceList,
} from '../../protocol/messages/api-messages.ts';
import { MarketOrder, MarketOrderPair } from '../../protocol/messages/messages.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { textOf } from '../../protocol/text.ts';
import { type TokenPair } from '../../state/accessors/market.ts';
import { type Endpoint, type RequestContext } from './endpoint.ts';
import { jsonQuery, query } from './query.ts';

/** Source: docs/protocol/market.md, Queries. */
export const marketEndpoints: readonly Endpoint[] = [
  {
    name: 'getmarketorderbyaccount',
    solid: true,
    ...query(
      {
        get: ({ get, visible }) => addressArgument(get('value'), { visible }),
        post: (body) => addressArgument(stringMember(jsonOf(body), 'value'), body),
      },
      ({ state }, address, options) => {
        const orders = orderMessagesOf(state, address);
        return orders === undefined ? '{}' : printMessage(MarketOrderList, { orders }, options);
      },
    ),
  },
  {
    name: 'getmarketorderbyid',
    solid: true,
    ...jsonQuery(
      { get: ({ get }) => hexBytes(get('value')), post: (body) => parseBody(BytesMessage, body).value },
      printOrder,
    ),
  },
  {
    name: 'getmarketpricebypair',
    solid: true,
    ...pairQuery(({ state }, pair, options) => printMessage(MarketPriceList, priceMessages(state, pair), options)),
  },
  {
    name: 'getmarketorderlistbypair',
    solid: true,
    ...pairQuery(({ state }, pair, options) =>
      printMessage(MarketOrderList, { orders: orderMessagesByPair(state, pair) }, options),
    ),
  },
  {
    name: 'getmarketpairlist',
    solid: true,
    get: ({ state, request }) => printMessage(MarketOrderPairList, pairMessages(state), readParameters(request)),
    post: ({ state, request }) => printMessage(MarketOrderPairList, pairMessages(state), readJsonBody(request)),
  },
];

function printOrder({ state }: RequestContext, id: Hex, options: PrintOptions): string {
  if (id === '') return '{}';
  const order = orderMessage(state, id);
  if (order !== undefined) return printMessage(MarketOrder, order, options);
  throw new RequestError('java.lang.IllegalStateException', 'order not found in store');
}

/** The GET and POST handlers of an endpoint about orders that sell one token for another. */
function pairQuery(
  answer: (context: RequestContext, pair: TokenPair, options: PrintOptions) => string,
): Pick<Endpoint, 'get' | 'post'> {
  return jsonQuery(
    {
      get: (parameters) =>
        pairOf(tokenArgument(parameters, 'sell_token_id'), tokenArgument(parameters, 'buy_token_id')),
      post: (body) => {
        const { sell_token_id: sell, buy_token_id: buy } = parseBody(MarketOrderPair, body);
        return pairOf(sell, buy);
      },
    },
    answer,
  );
}

function tokenArgument({ get, visible }: Parameters, name: string): Hex {
  const text = get(name);
  if (!visible) return hexBytes(text);
  if (text === undefined) throw nullPointerError();
  return textBytes(text);
}

function pairOf(sell: Hex, buy: Hex): TokenPair {
  const pair = { sellToken: textOf(sell), buyToken: textOf(buy) };
  for (const [name, token] of Object.entries(pair)) {
    if (isCoinOrNumber(token)) continue;
    throw new RequestError('org.tron.core.exception.BadItemException', `${name}Id is not a valid number`);
  }
  checkKeyLength(pair.sellToken.length);
  checkKeyLength(KEY_BYTES / 2 + pair.buyToken.length);
  return pair;
}

/** Size of the key that the node makes of both ids, in bytes. */
const KEY_BYTES = 38;

function checkKeyLength(end: number): void {
  if (end <= KEY_BYTES) return;
  throw new RequestError(
    'java.lang.ArrayIndexOutOfBoundsException',
    `arraycopy: last destination index ${end} out of bounds for byte[${KEY_BYTES}]`,
  );
}
