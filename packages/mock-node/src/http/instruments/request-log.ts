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

/** The latest requests to a node, oldest first. */
export interface RequestLog {
  readonly entries: readonly LoggedRequest[];
  readonly reset: () => void;
}

/** Keeps a request log. */
export interface RequestRecorder {
  readonly log: RequestLog;
  readonly record: (request: NodeRequest, outcome: Pick<LoggedRequest, 'status' | 'fault'>) => void;
}

/** Older entries are dropped. */
const MAX_ENTRIES = 10_000;

export function createRequestRecorder(): RequestRecorder {
  let entries: LoggedRequest[] = [];
  return {
    log: {
      get entries() {
        return entries.slice(-MAX_ENTRIES);
      },
      reset() {
        entries = [];
      },
    },
    record({ method, path, query, body }, outcome) {
      if (entries.length >= 2 * MAX_ENTRIES) entries = entries.slice(-MAX_ENTRIES);
      entries.push({ method, path, query, body, ...outcome });
    },
  };
}
