import { forkMockNode, type ForkedNode } from '../fork/fork-mock-node.ts';
import { type ForkOptions } from '../fork/fork-options.ts';
import { checkWritable } from './files/write-file.ts';
import { type Flags } from './flags/flags.ts';
import { readRunningOptions } from './flags/read-options.ts';
import { type Output } from './output.ts';

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
    headers: Object.fromEntries(headers),
    ...(rate !== undefined && { requestsPerSecond: rate }),
    ...(cache !== undefined && { cache }),
    ...readRunningOptions(given),
    ...(given['wall-clock'] && { startTime: 'wall-clock' }),
  };
}
