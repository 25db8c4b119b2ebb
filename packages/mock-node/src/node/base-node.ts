import { type AsyncDisposal } from '../control/async-disposal.ts';
import { type NodeClock } from '../control/node-clock.ts';
import { type CallScripts } from '../http/instruments/call-scripts.ts';
import { type Faults } from '../http/instruments/faults.ts';
import { type RequestLog } from '../http/instruments/request-log.ts';
import { type Fetch } from '../http/server/fetch.ts';
import { type NetworkDescription } from '../network/network-description.ts';

/** What every node in this process has besides its controls. */
export interface BaseNode extends AsyncDisposal {
  /** Sends the node a request: `fetch`, whatever the host. */
  readonly fetch: Fetch;
  readonly network: NetworkDescription<bigint>;
  /** The node's time, for clients and planners that take a clock. */
  readonly clock: NodeClock;
  /** Faults to apply to answers. */
  readonly faults: Faults;
  /** The requests so far. */
  readonly requests: RequestLog;
  /** Scripted answers to contract calls. */
  readonly scripts: CallScripts;
  /** Stops making blocks. A node without an interval need not be closed. */
  readonly close: () => Promise<void>;
}
