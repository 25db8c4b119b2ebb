import { createNodeClient, type NodeClient } from '@coin/rpc';
import { recorded } from './recordings.ts';

/** How far the solid state is behind the head. */
const SOLID_LAG_MS = 57_000;
const BLOCK_MS = 3000;

export interface BackEndsOptions {
  /** When the first request arrives, in milliseconds since 1970; each further one arrives half a second later. */
  start: number;
  /** How far each back end lags behind the network. */
  lagsMs: readonly number[];
  /** Which back end answers a request. */
  choose: (request: number) => number;
  /** When the block that includes the transaction was made; absent when none does. */
  includedAt?: number;
  endpoint?: string;
}

/** A client of nodes that share one chain and lag behind each other. */
export function clientOfBackEnds(txID: string, options: BackEndsOptions): { client: NodeClient; requests: string[] } {
  const { start, lagsMs, choose, includedAt = Infinity, endpoint = 'http://node.example' } = options;
  const requests: string[] = [];
  const answer = (path: string): Response => {
    const request = requests.push(path) - 1;
    const now = start + request * 500;
    const lag = lagsMs[choose(request)] ?? 0;
    const stateTime = now - lag - (path.startsWith('/walletsolidity') ? SOLID_LAG_MS : 0);
    const time = stateTime - (stateTime % BLOCK_MS);
    if (path.endsWith('/gettransactioninfobyid'))
      return Response.json(
        includedAt <= time ? { id: txID, blockNumber: 7, blockTimeStamp: includedAt, receipt: { net_usage: 267 } } : {},
      );
    const block = JSON.parse(recorded('chain.now-solid').answer);
    const number = time / BLOCK_MS;
    Object.assign(block.block_header.raw_data, { number, timestamp: time });
    return Response.json({ ...block, blockID: number.toString(16).padStart(16, '0') + block.blockID.slice(16) });
  };
  const client = createNodeClient({
    endpoints: endpoint,
    retries: 0,
    clock: { now: () => start + requests.length * 500, sleep: async () => {} },
    fetch: async (input) => answer(new URL((input as Request).url).pathname),
  });
  return { client, requests };
}
