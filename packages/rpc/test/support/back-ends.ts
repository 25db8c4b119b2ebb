import { type NodeClient } from '@coin/rpc';
import { type SimulatedChain } from './simulated-chain.ts';
import { testClient, type TestClientOptions } from './test-client.ts';

/** How far the solid state is behind the head. */
const SOLID_LAG_MS = 57_000;
/** How long a request takes. */
const REQUEST_MS = 500;
const LITE = 'this API is closed because this node is a lite fullnode';

/** A node behind an address. */
export interface BackEnd {
  readonly chain: SimulatedChain;
  /** How far it lags behind the network, in milliseconds. */
  readonly lagMs?: number;
  /** `none`: `storage.transHistory.switch = "off"`. */
  readonly infos?: 'kept' | 'none';
  /** Closes the queries of history, as a lite node does. */
  readonly isLite?: boolean;
  /** The first block that it still has, besides the genesis block. */
  readonly prunedBelow?: number;
}

/** What clients of back ends meet. */
export interface BackEndsOptions {
  /** When the first request arrives, in milliseconds since 1970. Time passes with requests and pauses only. */
  readonly start: number;
  readonly backEnds: readonly BackEnd[];
  /** Which back end answers a request; they take turns by default. */
  readonly choose?: (request: number) => number;
  /** Whether a cache in front of them keeps each first answer forever. */
  readonly isCached?: boolean;
  /** The answer to one request instead of the back end's. */
  readonly intercept?: (request: { path: string; body: Record<string, unknown>; url: string }) => object | undefined;
  readonly client?: TestClientOptions;
}

type Body = Record<string, unknown>;

function answerOf(backEnd: BackEnd, path: string, body: Body, now: number): Response {
  const { chain, lagMs = 0, infos = 'kept', isLite = false, prunedBelow = 0 } = backEnd;
  const headTime = now - lagMs - (path.startsWith('/walletsolidity') ? SOLID_LAG_MS : 0);
  const isHistory = /getblockby|infobyid|gettransactionbyid/.test(path);
  if (isLite && isHistory) return new Response(LITE);
  if (path.endsWith('/gettransactioninfobyid'))
    return Response.json(infos === 'kept' ? chain.infoOf(String(body['value']), headTime) : {});
  const answer = chain.answer(path, body, headTime) as { block?: { block_header: { raw_data: { number: number } } }[] };
  if (answer?.block !== undefined)
    answer.block = answer.block.filter(({ block_header: { raw_data } }) => raw_data.number >= prunedBelow);
  const isPruned = Number(body['num']) > 0 && Number(body['num']) < prunedBelow;
  return Response.json(isPruned ? {} : answer);
}

/** A client of nodes behind one address, and what it asked for. */
export function clientOfBackEnds(options: BackEndsOptions): {
  client: NodeClient;
  requests: string[];
  now: () => number;
} {
  const { start, backEnds, choose = (request) => request % backEnds.length, isCached = false, intercept } = options;
  const requests: string[] = [];
  const cache = new Map<string, Response>();
  let waitedMs = 0;
  const now = () => start + waitedMs + requests.length * REQUEST_MS;
  const client = testClient({
    endpoints: 'http://node.example',
    retry: 0,
    clock: { now, sleep: async (ms) => void (waitedMs += Math.ceil(ms)) },
    async fetch(input) {
      const { url } = input as Request;
      const text = await (input as Request).text();
      const { pathname: path } = new URL(url);
      const body = JSON.parse(text) as Body;
      const key = url + text;
      const backEnd = backEnds[choose(requests.length)] ?? backEnds[0];
      requests.push(path);
      if (backEnd === undefined) throw new TypeError('no back end');
      const instead = intercept?.({ path, body, url });
      const answer = instead === undefined ? answerOf(backEnd, path, body, now()) : Response.json(instead);
      if (!isCached) return answer;
      if (!cache.has(key)) cache.set(key, answer);
      return (cache.get(key) as Response).clone();
    },
    ...options.client,
  });
  return { client, requests, now };
}
