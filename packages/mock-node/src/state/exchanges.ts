import { existingRecord } from './existing-record.ts';
import { requireOwnChain } from './origin.ts';
import { type Exchange } from './records/exchange.ts';
import { type State } from './root.ts';

export function getExchange(state: State, id: bigint): Exchange | undefined {
  const exchange = state.root.exchanges.get(Number(id));
  if (exchange === undefined) requireOwnChain(state.root, 'trades');
  return exchange;
}

/** An exchange that an earlier check has found. */
export function existingExchange(state: State, id: bigint): Exchange {
  return existingRecord(getExchange(state, id), 'exchange', Number(id));
}

/** Writes an exchange; the bookkeeping of `writtenIn` is done here. */
export function putExchange(state: State, exchange: Omit<Exchange, 'writtenIn'>): void {
  const { root } = state;
  const written = { ...exchange, writtenIn: root.blocks.size };
  state.root = { ...root, exchanges: root.exchanges.set(exchange.id, written) };
}

/** Number of the exchanges so far, which is the id of the latest. */
export function latestExchangeId({ root }: State): number {
  requireOwnChain(root, 'trades');
  return root.exchanges.size;
}

/** All exchanges. */
export function allExchanges({ root }: State): Iterable<Exchange> {
  requireOwnChain(root, 'trades');
  return root.exchanges.values();
}
