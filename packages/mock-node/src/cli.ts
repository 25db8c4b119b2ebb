#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isMockNodeError } from './errors.ts';
import type { ServedNode } from './http/server/http-server.ts';
import { createMockNode } from './node.ts';
import type { MockNode } from './node.ts';
import type { MockNodeOptions } from './node-options.ts';
import { presetNames } from './network/presets.ts';
import { serve } from './serve.ts';

const help = `Usage: coin-mock-node [options]

Serves a full node of one process: real energy metering, no container. Nothing is kept when it ends.

Network
  --preset NAME        ${presetNames.join(', ')}; spec unless given
  --config FILE        a network described in JSON, instead of a preset
  --parameter KEY=N    a chain parameter at the start, by its name in getchainparameters; may be repeated
  --load FILE          start from a dump of a node of the same network

Blocks and time
  --block-time S       a block every S seconds, and none in between; without it every transaction gets its own at once
  --start-time TIME    the clock at the start, as 2026-11-21T03:29:45Z (that unless given) or milliseconds since 1970
  --wall-clock         start at the machine's time; without it equal requests give equal ids
  --solidity-lag N     blocks that /walletsolidity stays behind the head; 1 unless given

Server
  --port N             9090 unless given, 0 for any free port
  --host ADDRESS       address to listen on; 127.0.0.1 unless given
  --allow-host NAME    further name under which the node may be asked; may be repeated
  --cors ORIGIN        origin of pages that may ask, or *; may be repeated
  --json               one line with url, port and accounts as JSON, for programs
  --help               this text
`;

const flags = {
  preset: { type: 'string' },
  config: { type: 'string' },
  parameter: { type: 'string', multiple: true },
  load: { type: 'string' },
  'block-time': { type: 'string' },
  'start-time': { type: 'string' },
  'wall-clock': { type: 'boolean', default: false },
  'solidity-lag': { type: 'string' },
  port: { type: 'string', default: '9090' },
  host: { type: 'string', default: '127.0.0.1' },
  'allow-host': { type: 'string', multiple: true },
  cors: { type: 'string', multiple: true },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** What a person typed wrong, or gave a file for: told in one line, exit code 2. */
class UsageError extends Error {}

type Flags = ReturnType<typeof parseFlags>;

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true }).values;
  } catch (error) {
    // Node's own words go on about positional arguments.
    const [sentence = ''] = (error as Error).message.split(/(?<=[^.])\.\s|\. To /);
    throw new UsageError(`${sentence.replace(/\.$/, '')}. Try --help`);
  }
}

function nodeOptions(given: Flags): MockNodeOptions {
  return {
    ...(given.preset !== undefined && { preset: oneOf('--preset', given.preset, presetNames) }),
    ...(given.config !== undefined && { network: readJson('--config', given.config) }),
    parameters: Object.fromEntries((given.parameter ?? []).map(parameterOf)),
    ...startOf(given),
    ...(given['block-time'] !== undefined && {
      mining: { mode: 'interval', interval: 1000 * numberOf('--block-time', given['block-time'], { least: 0.001 }) },
    }),
    ...(given['solidity-lag'] !== undefined && {
      solidityLag: integerOf('--solidity-lag', given['solidity-lag'], { least: 0 }),
    }),
  };
}

function startOf({ 'start-time': time, 'wall-clock': isWallClock }: Flags): Pick<MockNodeOptions, 'startTime'> {
  if (time === undefined) return isWallClock ? { startTime: 'wall-clock' } : {};
  if (isWallClock) throw new UsageError('--start-time stands beside --wall-clock: give one of them');
  return { startTime: timeOf('--start-time', time) };
}

/** A date, of a time with its zone, or of midnight in UTC; or milliseconds. */
const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

function timeOf(flag: string, text: string): number {
  const time = /^\d+$/.test(text) ? Number(text) : isoTime.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isSafeInteger(time) && time >= 0) return time;
  throw new UsageError(`${flag} is ${text}, must be a time as 2026-11-21T00:00:00Z, or milliseconds since 1970`);
}

function oneOf<T extends string>(flag: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((name) => name === value);
  if (choice === undefined) throw new UsageError(`${flag} is ${value}, must be one of ${choices.join(', ')}`);
  return choice;
}

function numberOf(flag: string, text: string, { least }: { readonly least: number }): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value < least)
    throw new UsageError(`${flag} is ${text}, must be a number of ${least} or more`);
  return value;
}

function integerOf(
  flag: string,
  text: string,
  { least, most = Number.MAX_SAFE_INTEGER }: { readonly least: number; readonly most?: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  throw new UsageError(`${flag} is ${text}, must be an integer ${range}`);
}

function parameterOf(text: string): readonly [name: string, value: bigint] {
  const [, name, value] = /^(\w+)=(-?\d+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--parameter is ${text}, must be a name, = and an integer`);
  return [name, BigInt(value)];
}

function readText(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'it is a directory' : (code ?? 'unknown reason');
    throw new UsageError(`${flag} ${file} cannot be read: ${reason}`);
  }
}

function readJson(flag: string, file: string): unknown {
  try {
    return JSON.parse(readText(flag, file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${flag} ${file} is no JSON: ${error.message}`);
    throw error;
  }
}

function banner(node: MockNode, { url }: ServedNode, given: Flags): string {
  const network = given.config ?? `preset ${given.preset ?? 'spec'}`;
  const accounts = node.accounts.map(({ address, privateKey }) => `  ${address}  ${privateKey}`);
  const rows = accounts.length === 0 ? [] : ['', 'Accounts and their private keys, known to everybody:', ...accounts];
  return [`coin-mock-node on ${url}, ${network}`, ...rows, '', 'Ctrl+C ends it.', ''].join('\n');
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
  const port = integerOf('--port', given.port, { least: 0, most: 65_535 });
  const node = createMockNode(nodeOptions(given));
  if (given.load !== undefined) node.load(readText('--load', given.load));
  const cors = given.cors?.includes('*') ? '*' : given.cors;
  const served = await serve(node, {
    port,
    host: given.host,
    hosts: given['allow-host'] ?? [],
    ...(cors !== undefined && { cors }),
  });
  announce(node, served, given);
  const end = (): void => {
    void Promise.all([served.close(), node.close()]).then(() => process.exit(0));
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError) && !isMockNodeError(error)) throw error;
  process.stderr.write(`coin-mock-node: ${error.message.replace(/\s+/g, ' ').replace(/\.$/, '')}.\n`);
  process.exitCode = 2;
}
