import { createRequire } from 'node:module';
import { HIDDEN, isMockNodeError, KNOWN_NAMES } from '../errors.ts';
import { networkJson } from '../network/network-json.ts';
import { createMockNode } from '../node/create-mock-node.ts';
import { type MockNodeOptions } from '../node/node-options.ts';
import { toBase58 } from '../protocol/address.ts';
import { lockFile } from './files/file-lock.ts';
import { readInitialState } from './files/state-file.ts';
import { helpText, parseFlags, type Flags } from './flags/flags.ts';
import { checkForkFlags } from './flags/fork-flags.ts';
import { readNodeOptions } from './flags/read-options.ts';
import { type Output } from './output.ts';
import { serveNode } from './serve-node.ts';
import { messageOf, UsageError } from './usage-error.ts';

/** The result of a command: finished, or serving a node until stopped. */
export type CommandOutcome =
  | { readonly exitCode: number }
  | {
      /** Finishes pending responses and closes the node. @returns the exit code. */
      readonly stop: () => Promise<number>;
    };

/** Runs the command. Reports a usage mistake in one line, with exit code 2. */
export async function runCommand(args: readonly string[], output: Output): Promise<CommandOutcome> {
  try {
    return await run(args, output);
  } catch (error) {
    if (!(error instanceof UsageError) && !isMockNodeError(error)) throw error;
    const problem = problemOf(error).replace(/\s+/g, ' ');
    output.printProblem(`coin-mock-node: ${problem.replace(/[^.?]$/, '$&.')}\n`);
    return { exitCode: 2 };
  }
}

/** Flags whose options have other names. */
const flagsOfOptions: Readonly<Record<string, string>> = {
  host: '--host',
  allowedHosts: '--allow-host',
  cors: '--cors',
  parameters: '--parameter',
  'accounts.balance': '--balance',
  'accounts.privateKeys': '--private-key',
  witnessKeys: '--witness-key',
  'mining.intervalMs': '--block-time',
  maxAheadMs: '--max-ahead',
  url: '--fork',
  jsonRpcUrl: '--fork-jsonrpc',
  headers: '--fork-header',
  requestsPerSecond: '--fork-rate',
  acceptUnknown: '--accept-unknown',
};

/** An error's message with flags in place of options. */
function problemOf(error: Error): string {
  if (isMockNodeError(error, 'FORK_CACHE_FAILED')) return `--fork-cache ${error.context.reason}`;
  if (!isMockNodeError(error, 'ARGUMENT_INVALID')) return messageOf(error);
  const { argument, value, expected } = error.context;
  const flag = flagsOfOptions[argument.replace(/\[.*|(?<=^parameters)\..*/, '')];
  if (flag === undefined || expected.startsWith(KNOWN_NAMES)) return error.shortMessage;
  return `${flag} must be ${expected}${value === HIDDEN ? '' : `, but is ${value}`}`;
}

async function run(args: readonly string[], output: Output): Promise<CommandOutcome> {
  const given = parseFlags(args);
  if (given.help || given.version) {
    output.print(given.help ? helpText() : `${readVersion()}\n`);
    return { exitCode: 0 };
  }
  checkForkFlags(given);
  if (given['print-config'] !== undefined) {
    output.print(printedConfig(await readNodeOptions(given, readInitialState(given))));
    return { exitCode: 0 };
  }
  const { compare: compared } = given;
  if (compared !== undefined) {
    const { compareParameters } = await import('./compare-parameters.ts');
    const { text, isEqual } = await compareParameters(compared, await readNodeOptions(given, readInitialState(given)));
    output.print(text);
    return { exitCode: isEqual ? 0 : 1 };
  }
  const release = lockFiles(given);
  try {
    const stop = await serveNode(given, output);
    return {
      async stop() {
        try {
          return await stop();
        } finally {
          release();
        }
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Locks the files that this command replaces. @returns a function that releases them. @throws UsageError */
function lockFiles(given: Flags): () => void {
  const releases = (['state', 'dump-state', 'fork-cache'] as const).flatMap((flag) => {
    const file = given[flag];
    return file === undefined ? [] : [lockFile(`--${flag}`, file)];
  });
  return () => {
    for (const release of releases) release();
  };
}

function readVersion(): string {
  return createRequire(import.meta.url)('@coin/mock-node/package.json').version;
}

/** Formats a description for editing, with addresses in base58check. */
function printedConfig(options: MockNodeOptions): string {
  const { network } = createMockNode(options);
  const inBase58 = (_: string, value: unknown): unknown =>
    typeof value === 'string' && /^41[0-9a-f]{40}$/.test(value) ? toBase58(value) : value;
  return `${JSON.stringify(networkJson(network), inBase58, 2)}\n`;
}
