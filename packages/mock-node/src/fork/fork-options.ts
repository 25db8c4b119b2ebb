import { type MiningMode } from '../chain/mining-mode.ts';
import { argumentInvalid, HIDDEN } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { type ForkProgress } from './progress.ts';
import { type ForkCache } from './upstream/cache.ts';
import { type ForkFetch } from './upstream/fetch.ts';
import { fileCache } from './upstream/file-cache.ts';

/** What a fork begins from, and how it reads it. */
export interface ForkOptions {
  /** The HTTP interface of a node of the network, without `/wallet`, as in `https://api.trongrid.io`. */
  readonly url: string;
  /** Its JSON-RPC interface, which alone tells the storage of contracts. Without it a missing slot is an error. */
  readonly jsonRpcUrl?: string;
  /** Headers of every request, such as a key. They never enter an error or the cache. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Where everything that was read is kept, so that a later fork begins with the same block and needs no network for
   * it: the path of a file in Node, or any store.
   */
  readonly cache?: string | ForkCache;
  /** Most requests a second, above 0; by default as many as the endpoint answers, eight at once. */
  readonly requestsPerSecond?: number;
  /**
   * A node answers as of its newest block only. What was read more than so many blocks after the fork began is listed
   * by `consistency()`; 20 by default.
   */
  readonly lateAfterBlocks?: number;
  /** Told what is being read when an operation takes longer than a second because of it. */
  readonly onProgress?: (progress: ForkProgress) => void;
  /**
   * Longest time for one attempt of a request, in milliseconds: 1 to 2,147,483,647; defaults to 10,000. A request that
   * times out is sent up to six times.
   */
  readonly timeoutMs?: number;
  /** Sends the requests; the platform's `fetch` by default. Redirects are refused. */
  readonly fetch?: ForkFetch;
  /** Lets the fork's clock be the machine's. Without it, the clock starts at the newest block and passes by blocks. */
  readonly startTime?: 'wall-clock';
  /** With `startTime: 'wall-clock'`, the most that the head runs ahead of it; see `createMockNode`. */
  readonly maxAheadMs?: number;
  /** When blocks are made; defaults to one block for each transaction. */
  readonly mining?: MiningMode;
  /** The fewest blocks that `/walletsolidity` stays behind the head. */
  readonly solidityLag?: number;
  /** Maximum work of the contracts that one request runs; see `createMockNode`. */
  readonly workLimit?: number | 'unlimited';
  /** Seed of the random draws of faults with a probability, any integer; defaults to 1. */
  readonly faultSeed?: number;
  /** Gets what contracts write with `console.log`, line by line. */
  readonly onConsoleLog?: (line: string) => void;
}

const optionKeys: KnownKeys<ForkOptions> = {
  url: true,
  jsonRpcUrl: true,
  headers: true,
  cache: true,
  requestsPerSecond: true,
  lateAfterBlocks: true,
  onProgress: true,
  timeoutMs: true,
  fetch: true,
  startTime: true,
  maxAheadMs: true,
  mining: true,
  solidityLag: true,
  workLimit: true,
  faultSeed: true,
  onConsoleLog: true,
};

/** @throws MockNodeError `ARGUMENT_INVALID`, naming the option. */
export function checkForkOptions(options: ForkOptions): void {
  checkKeys('options', options, optionKeys, '');
  const { url, jsonRpcUrl, requestsPerSecond = 1, lateAfterBlocks = 0, timeoutMs = 1 } = options;
  for (const [key, address] of [
    ['url', url],
    ['jsonRpcUrl', jsonRpcUrl],
  ] as const) {
    // The address may hold a key.
    const isHttp = typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
    if (!isHttp && !(key === 'jsonRpcUrl' && address === undefined))
      throw argumentInvalid(key, HIDDEN, 'an http or https address');
  }
  if (options.startTime !== undefined && options.startTime !== 'wall-clock')
    throw argumentInvalid('startTime', options.startTime, "absent or 'wall-clock'");
  for (const [name, value] of Object.entries(options.headers ?? {})) checkHeader(name, value);
  if (!(requestsPerSecond > 0)) throw argumentInvalid('requestsPerSecond', requestsPerSecond, 'a number above 0');
  if (!Number.isSafeInteger(lateAfterBlocks) || lateAfterBlocks < 0)
    throw argumentInvalid('lateAfterBlocks', lateAfterBlocks, { type: 'an integer', min: 0 });
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > LONGEST_TIMER)
    throw argumentInvalid('timeoutMs', timeoutMs, { type: 'an integer', min: 1, max: LONGEST_TIMER, unit: 'ms' });
}

/** Platforms have no longer timers. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What `fetch` would refuse in words that repeat the value, which may be a key. */
function checkHeader(name: string, value: unknown): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw argumentInvalid('headers', name, 'an object of valid header names');
  if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw argumentInvalid(`headers["${name}"]`, HIDDEN, 'a text of printable characters');
}

/** @throws MockNodeError `ARGUMENT_INVALID` */
export function cacheOf({ cache }: ForkOptions): ForkCache | undefined {
  return typeof cache === 'string' ? fileCache(cache) : cache;
}
