import { type AsyncDisposal } from '../control/async-disposal.ts';
import { type NodeClock } from '../control/node-clock.ts';
import { type CallScripts } from '../http/instruments/call-scripts.ts';
import { type Faults } from '../http/instruments/faults.ts';
import { type RequestLog } from '../http/instruments/request-log.ts';
import { type Fetch } from '../http/server/fetch.ts';
import { type NetworkDescription } from '../network/network-description.ts';

/** The members that every node in this process has besides its controls. */
export interface BaseNode extends AsyncDisposal {
  /** Sends the node a request as `fetch` does. The host in the URL does not matter. */
  readonly fetch: Fetch;
  readonly network: NetworkDescription<bigint>;
  /** The node's time, for clients and planners that accept a clock. */
  readonly clock: NodeClock;
  /** Faults to inject into responses. */
  readonly faults: Faults;
  /** The requests received so far. */
  readonly requests: RequestLog;
  /** Scripted answers to contract calls. */
  readonly scripts: CallScripts;
  /** Stops block production. A node without an interval does not need to be closed. */
  readonly close: () => Promise<void>;
}
