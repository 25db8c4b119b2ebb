import { type NodeRequest, type RequestLine } from '../../message/request.ts';
import { type Fault } from './faults.ts';

/** A request to the node, for assertions. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  /**
   * Absent if no response was sent, or none has been sent yet. A request whose body is still arriving has neither
   * status nor body.
   */
  readonly status?: number;
  /** The kind of fault that was applied. */
  readonly fault?: Fault['kind'];
  /** Lines that contracts wrote with Solidity's `console.log`; absent if there are none. */
  readonly console?: readonly string[];
}

/** The latest requests to a node, oldest first: at most 10,000, and at most 16 million characters in total. */
export interface RequestLog {
  readonly entries: readonly LoggedRequest[];
  readonly reset: () => void;
}

/** A request in the log, which may have been dropped since. @internal */
export interface LogRecord extends RequestLine {
  /** Its index among all requests, starting at 0. */
  readonly number: number;
  body: string;
  status: LoggedRequest['status'] | undefined;
  fault: LoggedRequest['fault'] | undefined;
  console: LoggedRequest['console'] | undefined;
}

/** Keeps a request log. @internal */
export interface RequestRecorder {
  readonly log: RequestLog;
  /** Logs a request whose body may still be arriving. */
  readonly begin: (request: RequestLine) => LogRecord;
  /** Adds the body and the outcome, unless the record was dropped. */
  readonly finish: (record: LogRecord, request: Pick<NodeRequest, 'body'>, outcome: Outcome) => void;
}

type Outcome = { readonly [K in 'status' | 'fault' | 'console']?: LoggedRequest[K] | undefined };

/** Older entries are dropped. */
const MAX_ENTRIES = 10_000;
/** One extra slot, so the newest record never takes the oldest one's place. */
const SLOTS = MAX_ENTRIES + 1;
/** Maximum characters of paths, queries, bodies and lines together. Longer ones are cut. */
const MAX_CHARACTERS = 16_000_000;
const MAX_ADDRESS_CHARACTERS = 1_000_000;

function sizeOf({ path, query, body, console }: LogRecord): number {
  const size = path.length + query.length + body.length;
  return console === undefined ? size : console.reduce((sum, line) => sum + line.length, size);
}

/** The public form of a record. @internal */
export function loggedRequest({ method, path, query, body, status, fault, console }: LogRecord): LoggedRequest {
  return {
    method,
    path,
    query,
    body,
    ...(status !== undefined && { status }),
    ...(fault !== undefined && { fault }),
    ...(console !== undefined && { console }),
  };
}

/** @internal */
export function createRequestRecorder(): RequestRecorder {
  /** Each record is in the slot of its number modulo the number of slots. */
  const slots: (LogRecord | undefined)[] = [];
  let oldest = 0;
  let next = 0;
  let characters = 0;
  /** Drops the oldest records, but never the newest. */
  const trim = (): void => {
    while (next - oldest > 1 && (next - oldest > MAX_ENTRIES || characters > MAX_CHARACTERS)) {
      const slot = oldest % SLOTS;
      const dropped = slots[slot];
      slots[slot] = undefined;
      oldest += 1;
      if (dropped !== undefined) characters -= sizeOf(dropped);
    }
  };
  return {
    log: {
      get entries() {
        const first = oldest % SLOTS;
        const records = [...slots.slice(first), ...slots.slice(0, first)];
        return records.flatMap((record) => (record === undefined ? [] : loggedRequest(record)));
      },
      reset() {
        slots.fill(undefined);
        oldest = next;
        characters = 0;
      },
    },
    begin({ method, path, query }) {
      const cut = (text: string): string => text.slice(0, MAX_ADDRESS_CHARACTERS);
      const record: LogRecord = {
        number: next,
        method,
        path: cut(path),
        query: cut(query),
        body: '',
        status: undefined,
        fault: undefined,
        console: undefined,
      };
      slots[next % SLOTS] = record;
      next += 1;
      characters += sizeOf(record);
      trim();
      return record;
    },
    finish(record, { body }, { status, fault, console }) {
      if (record.number < oldest) return;
      const begun = sizeOf(record);
      record.body = body.slice(0, MAX_CHARACTERS - begun);
      record.status = status;
      record.fault = fault;
      record.console = console;
      characters += sizeOf(record) - begun;
      trim();
    },
  };
}
