#!/usr/bin/env node
import {
  help,
  loadDump,
  parseFlags,
  readNodeOptions,
  readPort,
  readText,
  UsageError,
  type Flags,
} from './cli-flags.ts';
import { isMockNodeError } from './errors.ts';
import { type ServedNode } from './http/server/http-server.ts';
import { createMockNode, type MockNode } from './node.ts';
import { serve } from './serve.ts';

function banner(node: MockNode, { url }: ServedNode, given: Flags): string {
  const network =
    given.config ?? (given.preset === undefined ? given.load : undefined) ?? `preset ${given.preset ?? 'spec'}`;
  const accounts = node.accounts.map(({ address, privateKey }) => `  ${address}  ${privateKey}`);
  const rows = accounts.length === 0 ? [] : ['', 'Accounts and their private keys, which are public:', ...accounts];
  return [`coin-mock-node on ${url}, ${network}`, ...rows, '', 'Press Ctrl+C to stop.', ''].join('\n');
}

function announce(node: MockNode, served: ServedNode, given: Flags): void {
  const { url, port } = served;
  if (given.json) process.stdout.write(`${JSON.stringify({ url, port, accounts: node.accounts })}\n`);
  else if (process.stdout.isTTY) process.stdout.write(banner(node, served, given));
  else process.stdout.write(`coin-mock-node on ${url}\n`);
}

async function run(args: readonly string[]): Promise<void> {
  const given = parseFlags(args);
  if (given.help) {
    process.stdout.write(help);
    return;
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
  announce(node, served, given);
  const stop = (): void => {
    void Promise.all([served.close(), node.close()]).then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError) && !isMockNodeError(error)) throw error;
  process.stderr.write(`coin-mock-node: ${error.message.replace(/\s+/g, ' ').replace(/[^.?]$/, '$&.')}\n`);
  process.exitCode = 2;
}
