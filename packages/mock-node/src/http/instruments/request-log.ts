import { type NodeRequest } from '../message/request.ts';
import { type Fault } from './faults.ts';

/** A request to the node, for assertions. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  /** Absent where no response was sent. */
  readonly status?: number;
  /** The kind of fault that was applied. */
  readonly fault?: Fault['kind'];
}

/**
 * The latest requests to a node, oldest first: 10,000 at most, and together 16 million characters at most.
 */
export interface RequestLog {
  readonly entries: readonly LoggedRequest[];
  readonly reset: () => void;
}

/** Keeps a request log. @internal */
export interface RequestRecorder {
  readonly log: RequestLog;
  readonly record: (request: NodeRequest, outcome: Pick<LoggedRequest, 'status' | 'fault'>) => void;
}

/** Older entries are dropped. */
const MAX_ENTRIES = 10_000;
/** Of paths, queries and bodies together; a longer body is cut. */
const MAX_CHARACTERS = 16_000_000;

function sizeOf(entry: LoggedRequest | undefined): number {
  return entry === undefined ? 0 : entry.path.length + entry.query.length + entry.body.length;
}

/** @internal */
export function createRequestRecorder(): RequestRecorder {
  let entries: LoggedRequest[] = [];
  let characters = 0;
  return {
    log: {
      get entries() {
        return entries.slice(-MAX_ENTRIES);
      },
      reset() {
        entries = [];
        characters = 0;
      },
    },
    record({ method, path, query, body }, outcome) {
      const entry = { method, path, query, body: body.slice(0, MAX_CHARACTERS), ...outcome };
      entries.push(entry);
      characters += sizeOf(entry);
      let dropped = 0;
      while (characters > MAX_CHARACTERS && dropped < entries.length - 1) characters -= sizeOf(entries[dropped++]);
      if (entries.length - dropped >= 2 * MAX_ENTRIES)
        while (entries.length - dropped > MAX_ENTRIES) characters -= sizeOf(entries[dropped++]);
      if (dropped > 0) entries = entries.slice(dropped);
    },
  };
}
