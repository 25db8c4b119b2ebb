import { type Ledger } from '../../chain/chain.ts';
import { type NodeRequest } from '../../message/request.ts';
import { type NodeResponse } from '../../message/response.ts';
import { type LoggedRequest } from './request-log.ts';

/** A request and its outcome. */
export interface Exchange {
  readonly request: NodeRequest;
  /** Absent if no response is sent. */
  readonly response?: NodeResponse;
  /** Taken from the request log. Absent for requests that are not logged, such as `/admin`. */
  readonly logged?: LoggedRequest;
  readonly before: Ledger;
  readonly after: Ledger;
  /** Time to answer the request, including a delay injected by a fault. */
  readonly durationMs: number;
}

/** Called for each exchange once its answer is known. */
export type ExchangeObserver = (exchange: Exchange) => void;
