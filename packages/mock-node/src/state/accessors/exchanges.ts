import { readFromBase } from '../read-from-base.ts';
import { type Exchange } from '../records/exchange.ts';
import { type Root, type State } from '../root.ts';
import { existingRecord } from './existing-record.ts';

const none: ReadonlyMap<number, Exchange> = /* @__PURE__ */ new Map();

/** The exchanges of a fork's network, as they were when the fork began. */
const inherited = (root: Root): ReadonlyMap<number, Exchange> => readFromBase(root, 'exchanges', '') ?? none;

export function getExchange({ root }: State, id: bigint): Exchange | undefined {
  return root.exchanges.get(Number(id)) ?? inherited(root).get(Number(id));
}

/** Returns an exchange that an earlier check has found. */
export function existingExchange(state: State, id: bigint): Exchange {
  return existingRecord(getExchange(state, id), 'exchange', Number(id));
}

/** Writes an exchange, and maintains `writtenIn`. */
export function putExchange(state: State, exchange: Omit<Exchange, 'writtenIn'>): void {
  const { root } = state;
  const written = { ...exchange, writtenIn: root.blocks.size };
  state.root = { ...root, exchanges: root.exchanges.set(exchange.id, written) };
}

/** The number of exchanges so far, which is also the id of the latest. */
export function latestExchangeId({ root }: State): number {
  return Math.max(0, ...inherited(root).keys(), ...root.exchanges.keys());
}

/** All exchanges. */
export function allExchanges({ root }: State): Iterable<Exchange> {
  return new Map([...inherited(root), ...root.exchanges]).values();
}
