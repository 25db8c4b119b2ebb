import { forkMockNode, type ForkedNode } from '../fork/fork-mock-node.ts';
import { type ForkOptions } from '../fork/fork-options.ts';
import { type Flags } from './flags.ts';
import { type Output } from './output.ts';
import { readRunningOptions } from './read-options.ts';
import { readNumber } from './read-values.ts';
import { UsageError } from './usage-error.ts';
import { checkWritable } from './write-file.ts';

/** Starts the fork that the flags ask for. @throws UsageError, MockNodeError */
export function startFork(url: string, given: Flags, { printProblem }: Output): Promise<ForkedNode> {
  return forkMockNode({
    ...readForkOptions(url, given),
    onProgress: ({ record, requests }) =>
      printProblem(`coin-mock-node: reading ${record} from ${new URL(url).host}; requests so far: ${requests}.\n`),
  });
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
