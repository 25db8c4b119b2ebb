import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Map, type List } from 'immutable';
import { paddedDigits } from '../../json/hex-text.ts';
import { sha256 } from '../../protocol/hash.ts';
import { type Milliseconds } from '../../protocol/primitives.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { internalError, nullPointer, tooManyResults } from '../envelope/failures.ts';
import { type Json } from '../envelope/json-text.ts';
import { data } from '../values/quantities.ts';
import { logsOfBlock } from './find-logs.ts';
import { type LogQuery } from './log-query.ts';

/** The blocks of a chain, and the clock of its node. */
export interface ChainView {
  readonly blocks: List<StoredBlock>;
  readonly now: Milliseconds;
}

/**
 * The filters of a node. They are not part of its state: a snapshot does not include them, and a revert looks like a
 * fork to them.
 *
 * Source: docs/protocol/json-rpc.md, Filters.
 */
export interface Filters {
  /** Creates a filter for logs, or for blocks if there is no query, and returns its id. */
  readonly create: (view: ChainView, query?: LogQuery) => string;
  /** Returns the changes since the last call. @throws MethodError for an unknown id. */
  readonly changes: (view: ChainView, id: string | null) => readonly Json[];
  /** Returns the query of a log filter. @throws MethodError for an unknown id. */
  readonly query: (view: ChainView, id: string | null) => LogQuery;
  /** @throws MethodError for an unknown id. */
  readonly remove: (view: ChainView, id: string | null) => void;
  /** Returns a function that restores the filters as they are now. */
  readonly keep: () => () => void;
}

interface Filter {
  readonly query: LogQuery | undefined;
  /** The chain at the last call. */
  readonly blocks: List<StoredBlock>;
  /** Changes are of blocks from this one on. */
  readonly start: number;
  /** Results found since then. */
  readonly found: readonly Json[];
  /** A block after this time ends the filter. */
  readonly expires: Milliseconds;
}

const LIFETIME_MS = 5 * 60_000;

/**
 * What ends a filter that nobody reads: a block more than five minutes after its last call, as on a real node, or the
 * number of its changes. A test lets hours pass in milliseconds, so its filters end by their changes.
 */
export type FilterEnd = 'time' | 'changes';

/** With the end `changes`, a filter that has more of them ends. They fit into one answer. */
const MAX_CHANGES = { block: 250_000, log: 10_000 } as const;

export function createFilters(end: FilterEnd): Filters {
  let filters = Map<string, Filter>();
  /** The number of log filters. */
  let logFilters = 0;
  let created = 0;

  const drop = (key: string): void => {
    if (filters.get(key)?.query !== undefined) logFilters -= 1;
    filters = filters.delete(key);
  };

  /** Finds a filter, updated to the chain, and its key. */
  const find = (view: ChainView, id: string | null): readonly [key: string, filter: Filter] => {
    if (id === null) throw nullPointer();
    const key = paddedDigits(id);
    const known = filters.get(key);
    const filter = known && follow(known, view, end);
    if (filter === undefined) {
      drop(key);
      throw notFound();
    }
    filters = filters.set(key, filter);
    return [key, filter];
  };

  return {
    create(view, query) {
      const { blocks, now } = view;
      const isFull = logFilters >= MAX_FILTERS.log || filters.size - logFilters >= MAX_FILTERS.block;
      if (isFull) {
        filters = withoutEnded(filters, view, end);
        logFilters = filters.count(({ query: wanted }) => wanted !== undefined);
      }
      if (query === undefined) checkRoom('block', filters.size - logFilters);
      else checkRoom('log', logFilters);
      created += 1;
      if (query !== undefined) logFilters += 1;
      const id = idOf(created, blocks, end);
      filters = filters.set(paddedDigits(id), {
        query,
        blocks,
        start: blocks.size,
        found: [],
        expires: now + LIFETIME_MS,
      });
      return data(id);
    },
    changes(view, id) {
      const [key, filter] = find(view, id);
      filters = filters.set(key, { ...filter, found: [], expires: view.now + LIFETIME_MS });
      return filter.found;
    },
    query(view, id) {
      const [, { query }] = find(view, id);
      if (query === undefined) throw notFound();
      return query;
    },
    remove(view, id) {
      const [key] = find(view, id);
      drop(key);
    },
    keep() {
      const before = { filters, logFilters, created };
      return () => void ({ filters, logFilters, created } = before);
    },
  };
}

const notFound = (): Error => internalError('filter not found');

/** Random ids would differ from run to run. web3.js reads an id as a number, and forgets its leading zeros. */
function idOf(created: number, blocks: List<StoredBlock>, end: FilterEnd): string {
  if (end === 'changes') return created.toString(16);
  return bytesToHex(sha256(utf8ToBytes(`filter ${created} of ${blocks.first()?.id}`))).slice(0, 32);
}

/** Updates a filter to a chain; undefined if it has ended. */
function follow(filter: Filter, { blocks }: ChainView, end: FilterEnd): Filter | undefined {
  if (filter.blocks === blocks) return filter;
  const common = commonBlocks(filter.blocks, blocks);
  const { query } = filter;
  // A real node also reports the removal of logs that are older than the filter.
  const dropped =
    query === undefined ? [] : filter.blocks.skip(end === 'time' ? common : Math.max(common, filter.start));
  const start = Math.min(common, filter.start);
  const wanted = query !== undefined && query.fromHead && end === 'changes' ? { ...query, from: BigInt(start) } : query;
  const found = [...filter.found, ...[...dropped].toReversed().flatMap((block) => changesOf(block, wanted, true))];
  for (const block of blocks.skip(common)) {
    // Only blocks with transactions have logs, and only they can end a log filter.
    if (query !== undefined && block.transactions.length === 0) continue;
    if (end === 'time' && block.timestamp > filter.expires) return undefined;
    found.push(...changesOf(block, wanted, false));
  }
  if (end === 'changes' && found.length > MAX_CHANGES[query === undefined ? 'block' : 'log']) return undefined;
  return { ...filter, blocks, start, found };
}

/** The number of initial blocks that two chains share. A block's id covers all blocks before it. */
function commonBlocks(before: List<StoredBlock>, now: List<StoredBlock>): number {
  let common = Math.min(before.size, now.size);
  while (common > 0 && before.get(common - 1)?.id !== now.get(common - 1)?.id) common -= 1;
  return common;
}

function changesOf(block: StoredBlock, query: LogQuery | undefined, removed: boolean): readonly Json[] {
  if (query === undefined) return [data(block.id)];
  const { criteria, from, to } = query;
  const number = BigInt(block.number);
  const isInRange = from <= number && (to === 'latest' || number <= to);
  return isInRange ? logsOfBlock(block, criteria, { removed }) : [];
}

/** Removes filters that have ended, because clients rarely uninstall theirs. */
function withoutEnded(filters: Map<string, Filter>, view: ChainView, end: FilterEnd): Map<string, Filter> {
  const latest = view.blocks.last()?.timestamp ?? 0;
  const mayLive = ({ expires }: Filter): boolean => end === 'time' && latest <= expires;
  return filters.filter((filter) => mayLive(filter) || follow(filter, view, end) !== undefined);
}

/** Maximum number of filters. Source: docs/protocol/json-rpc.md, Filters. */
const MAX_FILTERS = { block: 50_000, log: 20_000 } as const;

function checkRoom(kind: keyof typeof MAX_FILTERS, count: number): void {
  const most = MAX_FILTERS[kind];
  if (count >= most) throw tooManyResults(`exceed max ${kind} filters: ${most}, try again later`);
}
