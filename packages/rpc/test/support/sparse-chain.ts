// A chain of any length whose blocks are made at any times, and a client of a node that has it.
// Real time: its tests run it in virtual time.
import { waitForTransaction, type NodeClient, type RpcError } from '@coin/rpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect } from 'vitest';
import { testClient, type TestClientOptions } from './test-client.ts';

const hex = (value: number | bigint, digits: number): string => value.toString(16).padStart(digits, '0');
const MAX_REQUESTS = 2000;
const HASH = 'c0ffee00c0ffee00';

function varint(value: number): string {
  const groups: number[] = [];
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) groups.push(Number(rest & 127n) | 128);
  return bytesToHex(Uint8Array.of(...groups, Number(rest)));
}

/** The middle 8 bytes of a reference block's id which only that block has. */
export const REFERENCE_HASH = 'feedfacefeedface';

/** The bytes and the id of a transaction that refers to the block of a number. */
export function transactionAfter(number: number, expiration: number, hash = REFERENCE_HASH) {
  const rawDataHex = `0a02${hex(number % 2 ** 16, 4)}2208${hash}40${varint(expiration)}`;
  return { txID: bytesToHex(sha256(hexToBytes(rawDataHex))), rawDataHex };
}

/** A chain as its node has it. */
export interface SparseChain {
  /** Number of the newest block. */
  newest: number;
  readonly timeOf: (number: number) => number;
  /** Number of the block that has {@link REFERENCE_HASH}. */
  readonly reference?: number | undefined;
  /** Ids of transactions by the number of their block. */
  readonly included?: ReadonlyMap<number, readonly string[]>;
}

/**
 * A request as a test reads it: `nowblock`, `num 5`, `limitnext 5-25`, `info ab12`: the first four digits of an id. All
 * are of the solid state, except for those with `head `.
 */
export type Asked = string;

interface SparseNodeOptions {
  /** When the first request arrives, by the client's clock; time passes with pauses only. */
  readonly now: number;
  /** The answer to a request instead of the node's; `at`: how many requests there were before. */
  readonly intercept?: (asked: Asked, at: number) => object | undefined;
  readonly client?: TestClientOptions;
}

/** The id of the block of a number. */
export const idIn = ({ reference }: SparseChain, number: number): string =>
  hex(number, 16) + (number === reference ? REFERENCE_HASH : HASH) + HASH.repeat(2);

/** A block as a node prints it. */
export function blockIn(chain: SparseChain, number: number) {
  const parentHash = number === 0 ? '0'.repeat(64) : idIn(chain, number - 1);
  const transactions = chain.included?.get(number)?.map((txID) => ({ txID, raw_data_hex: '' }));
  return {
    blockID: idIn(chain, number),
    block_header: { raw_data: { number, timestamp: chain.timeOf(number), parentHash } },
    ...(transactions && { transactions }),
  };
}

function infoIn({ included = new Map(), newest, timeOf }: SparseChain, txID: string): object {
  const [number = Infinity] = [...included].find(([, ids]) => ids.includes(txID)) ?? [];
  if (number > newest) return {};
  return { id: txID, blockNumber: number, blockTimeStamp: timeOf(number), receipt: {} };
}

/** A client of a node, and what it asked for. In the head state no transaction has an info. */
export function clientOfSparseChain(
  chain: SparseChain,
  { now, intercept, client: options }: SparseNodeOptions,
): { client: NodeClient; asked: Asked[] } {
  const asked: Asked[] = [];
  let waitedMs = 0;
  const answer = (path: string, body: Record<string, unknown>): object => {
    const [, name] = /get(?:transaction|block(?:by)?)?(\w+)$/.exec(path) ?? [];
    const state = path.startsWith('/walletsolidity') ? '' : 'head ';
    const [number, from, to] = [body['num'], body['startNum'], body['endNum']].map(Number) as [number, number, number];
    const ask = (short: string, real: () => object): object => {
      // A proof that asks without end fails its test instead of hanging it.
      if (asked.push(state + short) > MAX_REQUESTS) return new Response('', { status: 401 });
      return intercept?.(state + short, asked.length - 1) ?? real();
    };
    if (name === 'nowblock') return ask('nowblock', () => blockIn(chain, chain.newest));
    if (name === 'num') return ask(`num ${number}`, () => (number > chain.newest ? {} : blockIn(chain, number)));
    if (name !== 'limitnext') {
      const txID = String(body['value']);
      return ask(`info ${txID.slice(0, 4)}`, () => (state === '' ? infoIn(chain, txID) : {}));
    }
    return ask(`limitnext ${from}-${to}`, () => {
      const length = Math.max(0, Math.min(to, chain.newest + 1) - from);
      return { block: Array.from({ length }, (_, index) => blockIn(chain, from + index)) };
    });
  };
  const client = testClient({
    endpoints: 'http://node.example',
    retry: 0,
    clock: { now: () => now + waitedMs, sleep: async (ms) => void (waitedMs += ms) },
    fetch: async (input) => {
      const request = input as Request;
      const instead = answer(new URL(request.url).pathname, JSON.parse(await request.text()));
      return instead instanceof Response ? instead : Response.json(instead);
    },
    ...options,
  });
  return { client, asked };
}

interface ExpiryArgs extends Omit<SparseNodeOptions, 'now'> {
  /** Number of the block that the transaction refers to, and its hash. */
  readonly after: number;
  readonly hash?: string;
  readonly expiration: number;
  readonly genesisId?: string;
  /** One millisecond by default: the wait polls twice in virtual time. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** How a wait ends that begins a minute after the expiration: from then on it looks for a proof. */
export async function waitForExpiry(chain: SparseChain, args: ExpiryArgs) {
  const { after, hash, expiration, genesisId, timeoutMs = 1, signal, ...options } = args;
  const { txID, rawDataHex } = transactionAfter(after, expiration, hash);
  const { client, asked } = clientOfSparseChain(chain, { now: expiration + 60_000, ...options });
  const transaction = { txID, rawDataHex, ...(genesisId !== undefined && { genesisId }) };
  const error = await waitForTransaction(client, transaction, { timeoutMs, ...(signal && { signal }) }).then(
    () => expect.fail('the head state has no info'),
    (thrown: RpcError) => thrown,
  );
  const { path = '' } = error.context as { path?: string };
  // A wait that times out says after a semicolon why the expiry is not proven.
  return { error, code: error.code, unproven: path.split('; ')[1], asked, txID };
}
