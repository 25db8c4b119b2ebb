import { type Mining } from '../control/interval-mining.ts';
import { createNodeClock } from '../control/node-clock.ts';
import { type ConsoleLog } from '../control/tracing/console-log.ts';
import { withRejections } from '../errors.ts';
import { createFetch } from '../http/server/fetch.ts';
import { keepHttpApi } from '../http/server/http-api-of.ts';
import { createHttpApi, type HttpApiOptions } from '../http/server/http-api.ts';
import { type BaseNode } from './base-node.ts';

/** What a node is made of. */
export interface NodeParts<OfNode> extends Pick<HttpApiOptions, 'chain' | 'controls' | 'accounts' | 'perform'> {
  readonly mining: Mining;
  readonly consoleLog: ConsoleLog;
  /** Any integer; decides the draws of faults with a probability. */
  readonly faultSeed: number | undefined;
  /** What only this node has, its controls among it. */
  readonly members: OfNode;
  /** Runs when the node is closed, after its last block. */
  readonly onClose?: () => Promise<void>;
}

/** Puts a node together: its chain, its controls, and its HTTP interface with what a test adds to that. */
export function assembleNode<OfNode extends object>(parts: NodeParts<OfNode>): OfNode & BaseNode {
  const { chain, mining, members, faultSeed = 1, onClose } = parts;
  const httpApi = createHttpApi({ ...parts, faultSeed });
  const { faults, requests, scripts } = httpApi;
  const close = async (): Promise<void> => {
    mining.stop();
    await onClose?.();
  };
  const node = {
    ...withRejections(members),
    fetch: createFetch(httpApi),
    network: chain.network,
    clock: createNodeClock(chain),
    faults: withRejections(faults),
    requests,
    scripts: withRejections(scripts),
    close,
    [Symbol.asyncDispose]: close,
  };
  keepHttpApi(node, httpApi);
  return node;
}
