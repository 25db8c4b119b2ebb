import { createRequire } from 'node:module';
import { isMockNodeError } from '../errors.ts';
import { type ServedNode } from '../http/server/http-server.ts';
import { createMockNode, type MockNode } from '../node.ts';
import { serve } from '../serve.ts';
import { help, parseFlags, type Flags } from './flags.ts';
import { readText } from './read-file.ts';
import { loadDump, readNodeOptions, readPort } from './read-options.ts';
import { UsageError } from './usage-error.ts';

/** Where the command prints: text for the reader, and problems. */
export interface Output {
  readonly print: (text: string) => void;
  readonly printProblem: (text: string) => void;
  readonly isTerminal: boolean;
}

/** A command that is done, or a node that is served until it is stopped. */
export type CommandOutcome =
  | { readonly exitCode: number }
  | {
      /** Finishes the responses under way and closes the node. @returns the exit code. */
      readonly stop: () => Promise<number>;
    };

/** Runs the command. A mistake is reported in one line, with exit code 2. */
export async function runCommand(args: readonly string[], output: Output): Promise<CommandOutcome> {
  try {
    return await run(args, output);
  } catch (error) {
    if (!(error instanceof UsageError) && !isMockNodeError(error)) throw error;
    output.printProblem(`coin-mock-node: ${error.message.replace(/\s+/g, ' ').replace(/[^.?]$/, '$&.')}\n`);
    return { exitCode: 2 };
  }
}

async function run(args: readonly string[], output: Output): Promise<CommandOutcome> {
  const given = parseFlags(args);
  if (given.help || given.version) {
    output.print(given.help ? help : `${readVersion()}\n`);
    return { exitCode: 0 };
  }
  const port = readPort(given);
  const dump = given.load === undefined ? undefined : readText('--load', given.load);
  const node = createMockNode(readNodeOptions(given, dump));
  if (dump !== undefined) loadDump(node, dump, given);
  const cors = given.cors?.includes('*') ? '*' : given.cors;
  const served = await serve(node, {
    port,
    host: given.host,
    hosts: given['allow-host'] ?? [],
    ...(cors !== undefined && { cors }),
  });
  output.print(announcement(node, served, given, output));
  return {
    async stop() {
      await Promise.all([served.close(), node.close()]);
      return 0;
    },
  };
}

function readVersion(): string {
  return createRequire(import.meta.url)('@coin/mock-node/package.json').version;
}

function announcement(node: MockNode, { url, port }: ServedNode, given: Flags, { isTerminal }: Output): string {
  if (given.json) return `${JSON.stringify({ url, port, accounts: node.accounts })}\n`;
  if (!isTerminal) return `coin-mock-node on ${url}\n`;
  const network =
    given.config ?? (given.preset === undefined ? given.load : undefined) ?? `preset ${given.preset ?? 'spec'}`;
  const accounts = node.accounts.map(({ address, privateKey }) => `  ${address}  ${privateKey}`);
  const rows = accounts.length === 0 ? [] : ['', 'Accounts and their private keys, which are public:', ...accounts];
  return [`coin-mock-node on ${url}, ${network}`, ...rows, '', 'Press Ctrl+C to stop.', ''].join('\n');
}
