import type { NodeRequest } from '../message/request.ts';

/** A request that the node was sent, for assertions. */
export interface JournalEntry {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  /** Absent where nothing was answered. */
  readonly status?: number;
  /** Kind of the fault that changed the answer. */
  readonly fault?: string;
}

/** The last requests, oldest first. */
export interface Journal {
  readonly entries: readonly JournalEntry[];
  readonly record: (request: NodeRequest, outcome: Pick<JournalEntry, 'status' | 'fault'>) => void;
  readonly reset: () => void;
}

/** Entries beyond this are forgotten, oldest first. */
const mostEntries = 10_000;

export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  return {
    get entries() {
      return entries.slice(-mostEntries);
    },
    record({ method, path, query, body }, outcome) {
      if (entries.length >= 2 * mostEntries) entries = entries.slice(-mostEntries);
      entries.push({ method, path, query, body, ...outcome });
    },
    reset() {
      entries = [];
    },
  };
}
