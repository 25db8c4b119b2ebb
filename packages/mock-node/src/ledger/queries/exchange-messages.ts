import { type Exchange as ExchangeSchema } from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { bytesOf } from '../../protocol/text.ts';
import { allExchanges, getExchange, latestExchangeId } from '../../state/accessors/exchanges.ts';
import { type Exchange } from '../../state/records/exchange.ts';
import { type State } from '../../state/root.ts';
import { inStoreOrder, numberKey } from './store-order.ts';

type ExchangeMessage = MessageInit<MessageOf<typeof ExchangeSchema>>;

/** Finds an exchange by its id; undefined if there is none. Source: docs/protocol/exchanges.md, Queries. */
export function exchangeMessage(state: State, id: bigint): ExchangeMessage | undefined {
  const exchange = getExchange(state, id);
  return exchange && messageOf(exchange);
}

/** All exchanges, newest first. Those of one block are in the order of the node's store. */
export function exchangeMessages(state: State): readonly ExchangeMessage[] {
  const byId = [...allExchanges(state)].toSorted((a, b) => a.id - b.id);
  return inStoreOrder(state, byId, numberKey)
    .toSorted((a, b) => b.createTime - a.createTime)
    .map(messageOf);
}

const MAX_PAGE_SIZE = 1000n;

/**
 * The exchanges whose ids follow an offset, ascending; undefined for a negative number or an offset past the last one.
 */
export function exchangePage(
  state: State,
  { offset, limit }: { readonly offset: bigint; readonly limit: bigint },
): readonly ExchangeMessage[] | undefined {
  const latest = latestExchangeId(state);
  if (offset < 0n || limit < 0n || offset >= BigInt(latest)) return undefined;
  const first = Number(offset) + 1;
  const last = Math.min(latest, Number(offset + (limit < MAX_PAGE_SIZE ? limit : MAX_PAGE_SIZE)));
  const ids = Array.from({ length: last - first + 1 }, (_, index) => BigInt(first + index));
  return ids.flatMap((id) => exchangeMessage(state, id) ?? []);
}

function messageOf(exchange: Exchange): ExchangeMessage {
  return {
    exchange_id: BigInt(exchange.id),
    creator_address: exchange.creator,
    create_time: BigInt(exchange.createTime),
    first_token_id: bytesOf(exchange.firstToken),
    first_token_balance: exchange.firstBalance,
    second_token_id: bytesOf(exchange.secondToken),
    second_token_balance: exchange.secondBalance,
  };
}
