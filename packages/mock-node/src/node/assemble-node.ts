import { type Mining } from '../control/interval-mining.ts';
import { createNodeClock } from '../control/node-clock.ts';
import { type ConsoleLog } from '../control/tracing/console-log.ts';
import { createFetch } from '../http/server/fetch.ts';
import { keepHttpApi } from '../http/server/http-api-of.ts';
import { createHttpApi, type HttpApiOptions } from '../http/server/http-api.ts';
import { type BaseNode } from './base-node.ts';

/** The parts of a node. */
export interface NodeParts<OfNode> extends Pick<
  HttpApiOptions,
  'chain' | 'controls' | 'accounts' | 'perform' | 'ethereumTools'
> {
  readonly mining: Mining;
  readonly consoleLog: ConsoleLog;
  /** Any integer. Seeds the random draws of faults with a probability. */
  readonly faultSeed: number | undefined;
  /** Members that only this kind of node has, including its controls. */
  readonly members: OfNode;
  /** Runs when the node is closed, after its last block. */
  readonly onClose?: () => Promise<void>;
}

/** Assembles a node from its chain, its controls and its HTTP interface with the test instruments. */
export function assembleNode<OfNode extends object>(parts: NodeParts<OfNode>): OfNode & BaseNode {
  const { chain, mining, members, faultSeed = 1, onClose } = parts;
  const httpApi = createHttpApi({ ...parts, faultSeed });
  const { faults, requests, scripts } = httpApi;
  const close = async (): Promise<void> => {
    mining.stop();
    await onClose?.();
  };
  const node = {
    ...members,
    fetch: createFetch(httpApi),
    network: chain.network,
    clock: createNodeClock(chain),
    faults,
    requests,
    scripts,
    close,
    [Symbol.asyncDispose]: close,
  };
  keepHttpApi(node, httpApi);
  return node;
}
