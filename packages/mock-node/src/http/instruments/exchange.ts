import { type Ledger } from '../../chain/chain.ts';
import { type NodeRequest } from '../../message/request.ts';
import { type NodeResponse } from '../../message/response.ts';
import { type LoggedRequest } from './request-log.ts';

/** A request and what became of it. */
export interface Exchange {
  readonly request: NodeRequest;
  /** Absent where none is sent. */
  readonly response?: NodeResponse;
  /** As the request log has it; absent where the log has none, as of `/admin`. */
  readonly logged?: LoggedRequest;
  readonly before: Ledger;
  readonly after: Ledger;
  /** How long the answer took, a delay by a fault included. */
  readonly durationMs: number;
}

/** Is told of each exchange once its answer is known. */
export type ExchangeObserver = (exchange: Exchange) => void;
