import { type NodeClient } from '@coin/rpc';
import { testClient, type TestClientOptions } from './test-client.ts';

interface ChainBlock {
  number: number;
  id: string;
  parentId: string;
  txIDs: string[];
}

/** A request as a test reads it: `limitnext 5-25`, `nowblock`, `infobyblocknum 7`; of the solid state with `solid `. */
type Asked = string;

/** A chain that tests extend and fork, the client of a node that has it, and what that client asked for. */
export interface ChainNode {
  client: NodeClient;
  asked: Asked[];
  /** By number. */
  blocks: ChainBlock[];
  /** Identifies the network; no fork drops it. */
  genesis: ChainBlock;
  /** Adds blocks, each with so many transactions. */
  extend(count: number, transactions?: number): void;
  /** Drops the newest blocks and adds as many others, or so many. */
  fork(depth: number, count?: number): void;
  /** How far the solid block is behind the head. */
  solidLag: number;
  /** Milliseconds that the client waited. */
  waitedMs(): number;
}

interface ChainNodeOptions {
  /** Called before each request; what it returns is the answer instead of the node's. */
  intercept?: (asked: Asked, node: ChainNode) => Response | Promise<Response> | void;
  /** Called in each pause. */
  onSleep?: (node: ChainNode) => void;
  client?: TestClientOptions;
}

const MAX_REQUESTS = 2000;
const START = 1_795_231_161_000;
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

export function chainNode({ intercept, onSleep, client = {} }: ChainNodeOptions = {}): ChainNode {
  let made = 1;
  let waited = 0;
  const blockJson = ({ number, id, parentId, txIDs }: ChainBlock) => ({
    blockID: id,
    block_header: {
      raw_data: { ...(number > 0 && { number }), parentHash: parentId, timestamp: START + number * 3000 },
    },
    ...(txIDs.length > 0 && { transactions: txIDs.map((txID) => ({ txID, raw_data_hex: '' })) }),
  });
  const infoJson = (number: number, id: string) => ({
    id,
    blockNumber: number,
    blockTimeStamp: START + number * 3000,
    receipt: {},
  });
  const node: ChainNode = {
    asked: [],
    blocks: [],
    genesis: { number: 0, id: hex(0, 16) + hex(1, 48), parentId: hex(0, 64), txIDs: [] },
    solidLag: 0,
    waitedMs: () => waited,
    extend(count, transactions = 0) {
      for (let index = 0; index < count; index++) {
        const number = node.blocks.length;
        const id = hex(number, 16) + hex(++made, 48);
        const txIDs = Array.from({ length: transactions }, (_, at) => hex(made, 60) + hex(at, 4));
        node.blocks.push({ number, id, parentId: node.blocks.at(-1)?.id ?? hex(0, 64), txIDs });
      }
    },
    fork(depth, count = depth) {
      const { txIDs = [] } = node.blocks.at(-1) ?? {};
      node.blocks.splice(-depth, depth);
      node.extend(count, txIDs.length);
    },
    client: testClient({
      endpoints: 'http://node.example',
      retry: 0,
      clock: {
        now: () => START + waited,
        sleep: async (ms) => {
          waited += ms;
          onSleep?.(node);
        },
      },
      fetch: async (input) => {
        const request = input as Request;
        const { num = 0, startNum, endNum } = JSON.parse(await request.text());
        const [, base, name = ''] = /\/(wallet\w*)\/get(?:transaction|block(?:by)?)?(\w+)$/.exec(request.url) ?? [];
        const argument = name === 'limitnext' ? ` ${startNum}-${endNum}` : name === 'nowblock' ? '' : ` ${num}`;
        const asked = `${base === 'wallet' ? '' : 'solid '}${name}${argument}`;
        // Read once, to bind cursors to the network.
        if (asked === 'num 0') return Response.json(blockJson(node.genesis));
        // A stream that asks without end, and without a pause, fails its test instead of hanging it.
        if (node.asked.push(asked) > MAX_REQUESTS) return new Response('', { status: 401 });
        // Awaited only if it must be: an intercept may change the chain for this answer alone.
        const made = intercept?.(asked, node);
        const instead = made instanceof Promise ? await made : made;
        if (instead instanceof Response) return instead;
        const blocks = base === 'wallet' ? node.blocks : node.blocks.slice(0, node.blocks.length - node.solidLag);
        if (name === 'nowblock') return Response.json(blockJson(blocks.at(-1) as ChainBlock));
        if (name === 'limitnext') return Response.json({ block: blocks.slice(startNum, endNum).map(blockJson) });
        return Response.json((blocks[num]?.txIDs ?? []).map((id) => infoJson(num, id)));
      },
      ...client,
    }),
  };
  node.blocks.push(node.genesis);
  return node;
}
