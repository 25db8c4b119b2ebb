import { type NodeRequest } from '../message/request.ts';
import { type Fault } from './faults.ts';

/** A request to the node, for assertions. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  /** Absent where no response was sent, or not yet: a request whose body is still on its way has none, and no body. */
  readonly status?: number;
  /** The kind of fault that was applied. */
  readonly fault?: Fault['kind'];
  /** What contracts wrote with Solidity's `console.log`, a line each; absent where they wrote nothing. */
  readonly console?: readonly string[];
}

/**
 * The latest requests to a node, oldest first: 10,000 at most, and together 16 million characters at most.
 */
export interface RequestLog {
  readonly entries: readonly LoggedRequest[];
  readonly reset: () => void;
}

/** A request that the log shows, and may have dropped again. @internal */
export interface LogRecord {
  entry: LoggedRequest;
}

/** Keeps a request log. @internal */
export interface RequestRecorder {
  readonly log: RequestLog;
  /** Shows a request whose body may still be on its way. */
  readonly begin: (request: Pick<NodeRequest, 'method' | 'path' | 'query'>) => LogRecord;
  /** Adds the body and the outcome, unless the record was dropped. */
  readonly finish: (record: LogRecord, request: NodeRequest, outcome: Outcome) => void;
}

type Outcome = Pick<LoggedRequest, 'status' | 'fault' | 'console'>;

/** Older entries are dropped. */
const MAX_ENTRIES = 10_000;
/** Of paths, queries, bodies and lines together; longer ones are cut. */
const MAX_CHARACTERS = 16_000_000;
const MAX_ADDRESS_CHARACTERS = 1_000_000;

function sizeOf({ entry: { path, query, body, console = [] } }: LogRecord): number {
  return console.reduce((size, line) => size + line.length, path.length + query.length + body.length);
}

/** @internal */
export function createRequestRecorder(): RequestRecorder {
  const records = new Set<LogRecord>();
  let characters = 0;
  /** Drops the oldest records, which a set has first, but never the newest. */
  const trim = (): void => {
    for (const oldest of records) {
      if (records.size === 1 || (records.size <= MAX_ENTRIES && characters <= MAX_CHARACTERS)) return;
      records.delete(oldest);
      characters -= sizeOf(oldest);
    }
  };
  return {
    log: {
      get entries() {
        return [...records].map(({ entry }) => entry);
      },
      reset() {
        records.clear();
        characters = 0;
      },
    },
    begin({ method, path, query }) {
      const cut = (text: string): string => text.slice(0, MAX_ADDRESS_CHARACTERS);
      const record: LogRecord = { entry: { method, path: cut(path), query: cut(query), body: '' } };
      records.add(record);
      characters += sizeOf(record);
      trim();
      return record;
    },
    finish(record, { body }, outcome) {
      if (!records.has(record)) return;
      const begun = sizeOf(record);
      const kept = body.slice(0, MAX_CHARACTERS - begun);
      record.entry = { ...record.entry, body: kept, ...outcome };
      characters += sizeOf(record) - begun;
      trim();
    },
  };
}
