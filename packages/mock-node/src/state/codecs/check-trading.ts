import { pairKey } from '../accessors/market.ts';
import { type OrderBook } from '../records/market.ts';
import { type Root } from '../root.ts';
import { requireThat } from './codec.ts';

/**
 * Checks exchanges and the market: ids, prices, and the references between books, accounts and orders.
 *
 * @throws CodecError that names the path.
 */
export function checkTrading(root: Root, path: string): void {
  checkExchanges(root, `${path}.exchanges`);
  checkOrders(root, path);
  for (const [key, book] of root.orderBooks) checkBook(root, book, { key, path: `${path}.orderBooks.${key}` });
}

/** Exchanges are numbered from 1 without gaps. */
function checkExchanges({ exchanges }: Root, path: string): void {
  for (const [key, { id }] of exchanges) requireThat(id === key, `${path}.${key}.id`, `is ${id}`);
  for (let id = 1; id <= exchanges.size; id++) requireThat(exchanges.has(id), `${path}.${id}`, 'is missing');
}

function checkOrders({ orders, traders, accounts }: Root, path: string): void {
  for (const [key, { id, owner, sellQuantity, buyQuantity }] of orders) {
    requireThat(id === key, `${path}.orders.${key}.id`, `is ${id}`);
    requireThat(accounts.has(owner), `${path}.orders.${key}`, 'has no account');
    requireThat(sellQuantity > 0n && buyQuantity > 0n, `${path}.orders.${key}`, 'has no price');
    requireThat(traders.has(owner), `${path}.traders.${owner}`, 'is missing');
  }
  for (const [address, { active }] of traders)
    for (const id of active) requireThat(orders.has(id), `${path}.traders.${address}`, `has no order ${id}`);
}

function checkBook(
  { orders }: Root,
  book: OrderBook,
  { key, path }: { readonly key: string; readonly path: string },
): void {
  requireThat(pairKey(book) === key, path, `is of ${pairKey(book)}`);
  for (const { sell, buy, orders: ids } of book.prices) {
    requireThat(sell > 0n && buy > 0n && ids.length > 0, path, `has an empty price ${sell}:${buy}`);
    for (const id of ids) {
      const order = orders.get(id);
      const fits =
        order !== undefined && pairKey(order) === key && order.sellQuantity * buy === order.buyQuantity * sell;
      requireThat(fits, path, `has an order ${id} of another pair or price`);
    }
  }
}
