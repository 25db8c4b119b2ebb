import { type NodeAccount } from '@coin/mock-node';

/** What a worker is told. */
export type WorkerCommand = 'run' | 'stop';

/** A payment that has ended. Times are milliseconds since 1970. */
export interface EndedPayment {
  readonly id: string;
  readonly status: string;
  /** When the node first accepted its transaction; absent if another worker sent it. */
  readonly broadcastAt?: number | undefined;
  readonly endedAt: number;
  /** Small units. */
  readonly fee: string;
}

/** What a worker tells. Its first message is `ready`. */
export type WorkerMessage = 'ready' | 'stopped' | EndedPayment;

/** The first message of the process of the node. */
export interface NodeMessage {
  readonly url: string;
  readonly accounts: readonly NodeAccount[];
}
