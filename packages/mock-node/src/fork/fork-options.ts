import { type MiningMode } from '../chain/mining-mode.ts';
import { readInteger } from '../control/arguments/control-arguments.ts';
import { argumentInvalid, HIDDEN } from '../errors.ts';
import { type EthereumTools } from '../ethereum/ethereum-tools.ts';
import { type Fetch } from '../http/server/fetch.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { type ForkProgress } from './progress.ts';
import { fileCache, type ForkCache } from './upstream/fork-cache.ts';

/** The starting point of a fork, and how it is read. */
export interface ForkOptions {
  /** URL of the HTTP interface of one of the network's nodes, without `/wallet`, such as `https://api.trongrid.io`. */
  readonly url: string;
  /** URL of its JSON-RPC interface, the only source of contract storage. Without it, a missing slot is an error. */
  readonly jsonRpcUrl?: string;
  /** Headers of every request, such as a key. Errors never quote them, nor any text that could contain them. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Keeps all answers, for a later fork to start from the same block without the network: a file path in Node, or any
   * store.
   */
  readonly cache?: string | ForkCache;
  /** Maximum requests per second, above 0. By default as many as the endpoint answers, eight at a time. */
  readonly requestsPerSecond?: number;
  /**
   * `consistency()` lists records read more than this many blocks after the fork started; defaults to 20. A node only
   * answers with the state of its newest block.
   */
  readonly lateAfterBlocks?: number;
  /** Called about once a second while an operation waits for the network, with the record being read. */
  readonly onProgress?: (progress: ForkProgress) => void;
  /**
   * Timeout for one attempt of a request in milliseconds, 1 to 2,147,483,647; defaults to 10,000. A request that times
   * out is sent up to six times.
   */
  readonly timeoutMs?: number;
  /** Sends the requests, each a `Request`; defaults to the platform's `fetch`. Redirects are rejected. */
  readonly fetch?: Fetch;
  /**
   * Makes the fork follow the machine's clock. By default, its clock starts at the newest block and advances with
   * blocks.
   */
  readonly startTime?: 'wall-clock';
  /** With `startTime: 'wall-clock'`, how far the head may be ahead of it; see `createMockNode`. */
  readonly maxAheadMs?: number;
  /** When blocks are produced; defaults to one block per transaction. */
  readonly mining?: MiningMode;
  /** The minimum number of blocks that `/walletsolidity` stays behind the head. */
  readonly solidityLag?: number;
  /** Maximum number of steps of a contract execution; see `createMockNode`. */
  readonly stepLimit?: number | 'unlimited';
  /** Seed of the random draws of faults with a probability, any integer; defaults to 1. */
  readonly faultSeed?: number;
  /** Ethereum tools whose control methods `/jsonrpc` answers; see `createMockNode`. */
  readonly ethereumTools?: EthereumTools;
  /** Called for each line that contracts write with `console.log`. */
  readonly onConsoleLog?: (line: string) => void;
  /**
   * Names of the network's chain parameters whose rules this node lacks and that may be set all the same; see
   * `createMockNode`. By default the fork of a network that has set one is an error.
   */
  readonly acceptUnknown?: readonly string[];
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
  stepLimit: true,
  faultSeed: true,
  ethereumTools: true,
  onConsoleLog: true,
  acceptUnknown: true,
};

/** @throws MockNodeError `ARGUMENT_INVALID`, naming the option. */
export function checkForkOptions(options: ForkOptions): void {
  checkKeys('options', options, optionKeys, '');
  const { url, jsonRpcUrl, requestsPerSecond = 1, lateAfterBlocks = 0, timeoutMs = 1 } = options;
  for (const [key, address] of [
    ['url', url],
    ['jsonRpcUrl', jsonRpcUrl],
  ] as const) {
    // The address may contain a key.
    const isHttp = typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
    if (!isHttp && !(key === 'jsonRpcUrl' && address === undefined))
      throw argumentInvalid(key, HIDDEN, 'an http or https address');
  }
  if (options.startTime !== undefined && options.startTime !== 'wall-clock')
    throw argumentInvalid('startTime', options.startTime, "absent or 'wall-clock'");
  for (const [name, value] of Object.entries(options.headers ?? {})) checkHeader(name, value);
  if (!(requestsPerSecond > 0)) throw argumentInvalid('requestsPerSecond', requestsPerSecond, 'a number above 0');
  readInteger('lateAfterBlocks', lateAfterBlocks, { min: 0 });
  readInteger('timeoutMs', timeoutMs, { min: 1, max: LONGEST_TIMER, unit: 'ms' });
}

/** Platforms do not support longer timers. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Rejects the headers that `fetch` would reject with a message that repeats the value, which may be a key. */
function checkHeader(name: string, value: unknown): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw argumentInvalid('headers', name, 'an object of valid header names');
  if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw argumentInvalid(`headers["${name}"]`, HIDDEN, 'a string of printable characters');
}

/** @throws MockNodeError `ARGUMENT_INVALID` */
export function cacheOf({ cache }: ForkOptions): ForkCache | undefined {
  return typeof cache === 'string' ? fileCache(cache) : cache;
}
