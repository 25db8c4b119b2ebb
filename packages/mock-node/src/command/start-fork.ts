import { isMockNodeError } from '../errors.ts';
import { type ForkOptions } from '../fork/fork-options.ts';
import { openForkedNode, type ForkedNode } from '../fork/open-forked-node.ts';
import { hostOf } from '../fork/upstream/upstream.ts';
import { type Flags } from './flags.ts';
import { type Output } from './output.ts';
import { readRunningOptions } from './read-options.ts';
import { readNumber } from './read-values.ts';
import { UsageError } from './usage-error.ts';
import { checkWritable } from './write-file.ts';

/** A fork that the flags ask for, and the host of its network. */
export interface StartedFork {
  readonly node: ForkedNode;
  readonly host: string;
}

/** The flag for each option, for error messages. */
const flagOf: Readonly<Record<string, string>> = {
  url: '--fork',
  jsonRpcUrl: '--fork-jsonrpc',
  headers: '--fork-header',
  requestsPerSecond: '--fork-rate',
  cache: '--fork-cache',
  maxAheadMs: '--max-ahead',
};

/** @throws UsageError, MockNodeError `FORK_UNREADABLE` */
export async function startFork(url: string, given: Flags, { printProblem }: Output): Promise<StartedFork> {
  const options = readForkOptions(url, given);
  const host = hostOf(url);
  try {
    const node = await openForkedNode(
      {
        ...options,
        onProgress: ({ piece, requests }) =>
          printProblem(`coin-mock-node: reading ${piece} from ${host}; requests so far: ${requests}.\n`),
      },
      { jsonRpcUrl: '--fork-jsonrpc', cache: '--fork-cache' },
    );
    return { node, host };
  } catch (error) {
    if (isMockNodeError(error, 'FORK_CACHE_FAILED')) throw new UsageError(`--fork-cache ${error.context.reason}`);
    if (!isMockNodeError(error, 'ARGUMENT_INVALID')) throw error;
    const { argument, expected } = error.context;
    const flag = flagOf[argument.replace(/\[.*/, '')];
    throw flag === undefined ? error : new UsageError(`${flag} must be ${expected}`);
  }
}

/** @throws UsageError */
function readForkOptions(url: string, given: Flags): ForkOptions {
  const { 'fork-jsonrpc': jsonRpcUrl, 'fork-header': headers = [], 'fork-rate': rate, 'fork-cache': cache } = given;
  if (cache !== undefined) checkWritable('--fork-cache', cache);
  return {
    url,
    ...(jsonRpcUrl !== undefined && { jsonRpcUrl }),
    headers: Object.fromEntries(headers.map(readHeader)),
    ...(rate !== undefined && { requestsPerSecond: readNumber('--fork-rate', rate, { min: 0.001 }) }),
    ...(cache !== undefined && { cache }),
    ...readRunningOptions(given),
    ...(given['wall-clock'] && { startTime: 'wall-clock' }),
  };
}

/** Does not repeat a header in the message, because it may be a key. @throws UsageError */
function readHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^\s:]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError("--fork-header must be a name, a colon and a value, as in 'TRON-PRO-API-KEY: …'");
  return [name, value];
}
