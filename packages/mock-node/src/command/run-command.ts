import { createRequire } from 'node:module';
import { HIDDEN, isMockNodeError, KNOWN_NAMES } from '../errors.ts';
import { type ForkConsistency } from '../fork/consistency.ts';
import { type ForkedNode } from '../fork/fork-mock-node.ts';
import { httpApiOf } from '../http/server/http-api-of.ts';
import { serveHttpApi, type ServedNode } from '../http/server/http-server.ts';
import { networkJson } from '../network/network-json.ts';
import { createMockNode, type MockNode } from '../node/create-mock-node.ts';
import { type MockNodeOptions } from '../node/node-options.ts';
import { toBase58 } from '../protocol/address.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';
import { type EnergyRecorder } from './energy-recorder.ts';
import { lockFile } from './file-lock.ts';
import { helpText, parseFlags, type Flags } from './flags.ts';
import { checkForkFlags } from './fork-flags.ts';
import { type Output } from './output.ts';
import { loadState, readJsonRpcPort, readNodeOptions, readPort } from './read-options.ts';
import { createRequestPrinter, type RequestPrinter } from './request-printer.ts';
import { createStateWriter, readInitialState, type StateWriter } from './state-file.ts';
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

/** The last state or the energy report could not be written, or a function uses more energy than `--check` allows. */
const EXIT_LOST_OR_GROWN = 1;

async function run(args: readonly string[], output: Output): Promise<CommandOutcome> {
  const given = parseFlags(args);
  if (given.help || given.version) {
    output.print(given.help ? helpText() : `${readVersion()}\n`);
    return { exitCode: 0 };
  }
  checkForkFlags(given);
  const ports = { port: readPort(given), jsonRpc: readJsonRpcPort(given) };
  if (given['print-config'] !== undefined) {
    output.print(printedConfig(await readNodeOptions(given, readInitialState(given))));
    return { exitCode: 0 };
  }
  const release = lockFiles(given);
  try {
    const stop = await serveNode(given, ports, output);
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

/** Serves the node that the flags describe. @returns a function that stops it and returns the exit code. */
async function serveNode(given: Flags, ports: Ports, output: Output): Promise<() => Promise<number>> {
  const { node, writer, ...announced } =
    given.fork === undefined ? await startNode(given, output) : await startForkedNode(given.fork, given, output);
  const cors = given.cors?.includes('*') ? '*' : given.cors;
  const requests = requestPrinter(given, output);
  const energy = await energyRecorder(node, given, output);
  const serveAt = (port: number): Promise<ServedNode> =>
    serveHttpApi(
      httpApiOf(node),
      {
        port,
        host: given.host,
        allowedHosts: given['allow-host'] ?? [],
        tre: given.tre,
        ...(cors !== undefined && { cors }),
      },
      requests === undefined && energy === undefined
        ? undefined
        : (exchange) => {
            requests?.observe(exchange);
            energy?.collect();
          },
    );
  const served = await servePorts(ports, serveAt);
  output.print(announcement(announced, served, given));
  return async () => {
    // Written immediately: pending responses may take long, and a second signal does not wait for them.
    writer?.write();
    await Promise.all([served.node.close(), served.jsonRpc?.close()]);
    await requests?.finish();
    const isWithinReport = (await energy?.finish()) !== false;
    if ('consistency' in node) output.printProblem(lateLine(node.consistency()));
    const isClosed = await closeNode(node, output);
    const isKept = writer?.finish() !== false;
    return isKept && isClosed && isWithinReport ? 0 : EXIT_LOST_OR_GROWN;
  };
}

/** A node to serve, with the texts that the command prints about it. */
interface StartedNode {
  readonly node: MockNode | ForkedNode;
  readonly writer?: StateWriter | undefined;
  readonly accounts: MockNode['accounts'];
  /** A description of where its state comes from. */
  readonly origin: string;
  /** How its time relates to the machine's; absent under test time. */
  readonly time?: string | undefined;
  /** The block that a fork starts from. */
  readonly fork?: { readonly host: string; readonly number: number; readonly blockID: string };
}

async function startNode(given: Flags, { printProblem }: Output): Promise<StartedNode> {
  const initial = readInitialState(given);
  const node = createMockNode(await readNodeOptions(given, initial));
  if (initial !== undefined) loadState(node, initial, given);
  const { config, preset } = given;
  const origin = config ?? (preset === undefined ? initial?.file : undefined) ?? `preset ${preset ?? 'spec'}`;
  return {
    node,
    writer: createStateWriter(node, given, printProblem),
    accounts: node.accounts,
    origin,
    time: timeLine(node.now(), given),
  };
}

/** Loads the fork code only if a flag asks for a fork. */
async function startForkedNode(url: string, given: Flags, output: Output): Promise<StartedNode> {
  const { startFork } = await import('./start-fork.ts');
  const node = await startFork(url, given, output);
  const { host } = new URL(url);
  const { number, blockID } = node.consistency().head;
  const origin = `a fork of ${host} at block ${number}`;
  return { node, accounts: [], origin, time: timeLine(await node.now(), given), fork: { host, number, blockID } };
}

function timeLine(now: number, { 'wall-clock': isWallClock, 'block-time': blockTime }: Flags): string | undefined {
  if (!isWallClock) return undefined;
  const speed = BLOCK_INTERVAL_MS / 1000 / Number(blockTime ?? Number.POSITIVE_INFINITY);
  const ahead = Math.round((now - Date.now()) / 1000);
  const state = ahead > 0 ? `The node's clock is ${ahead} s ahead of the machine's, because its state is. ` : '';
  return speed > 1
    ? `${state}Blocks are three seconds apart, so the node's time passes ${speed} times as fast as the machine's.`
    : `${state}The node's clock passes with the machine's.`;
}

/** Maximum number of records in one line. */
const MAX_LATE = 3;

/** Lists state that a fork read too late to belong to its first block; empty if there is none. */
function lateLine({ head, late }: ForkConsistency): string {
  if (late.length === 0) return '';
  const shown = late.slice(0, MAX_LATE).map(({ record, blocks }) => `${record} (${blocks} blocks later)`);
  const rest = late.length > MAX_LATE ? `, and ${late.length - MAX_LATE} more` : '';
  return `coin-mock-node: some records are newer than block ${head.number}: ${shown.join(', ')}${rest}.\n`;
}

/** @returns whether the data that a fork read has been saved. */
async function closeNode(node: MockNode | ForkedNode, { printProblem }: Output): Promise<boolean> {
  try {
    await node.close();
    return true;
  } catch (error) {
    printProblem(`coin-mock-node: the records that the fork has read are lost: ${messageOf(error)}\n`);
    return false;
  }
}

/** The servers of a node: its own, and one for clients that expect JSON-RPC on a separate port. */
interface Served {
  readonly node: ServedNode;
  readonly jsonRpc?: ServedNode;
}

interface Ports {
  readonly port: number;
  readonly jsonRpc: number | undefined;
}

async function servePorts({ port, jsonRpc }: Ports, serveAt: (port: number) => Promise<ServedNode>): Promise<Served> {
  const node = await serveAt(port);
  if (jsonRpc === undefined) return { node };
  try {
    return { node, jsonRpc: await serveAt(jsonRpc) };
  } catch (error) {
    await node.close();
    throw error;
  }
}

/** With `--json` alone, prints only the first line, because the program that reads it may stop after that. */
function requestPrinter({ quiet, verbose, json }: Flags, output: Output): RequestPrinter | undefined {
  if (quiet && verbose) throw new UsageError('--quiet cannot be combined with --verbose');
  if (quiet || (json && !verbose)) return undefined;
  return createRequestPrinter(output, { format: json ? 'json' : 'text', isVerbose: verbose });
}

/** Undefined, and not loaded, unless a flag asks for it. */
async function energyRecorder(
  node: MockNode | ForkedNode,
  given: Flags,
  output: Output,
): Promise<EnergyRecorder | undefined> {
  const { 'energy-report': report, check, tolerance } = given;
  if (report === undefined && check === undefined && tolerance === undefined) return undefined;
  const { createEnergyRecorder } = await import('./energy-recorder.ts');
  return createEnergyRecorder(node, given, output.printProblem);
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

function announcement(
  { accounts, origin, time, fork }: Omit<StartedNode, 'node' | 'writer'>,
  served: Served,
  given: Flags,
): string {
  const { url, port } = served.node;
  const jsonRpc = served.jsonRpc && `${served.jsonRpc.url}/jsonrpc`;
  if (given.json)
    return `${JSON.stringify({ url, port, ...(jsonRpc && { jsonRpc }), accounts, ...(fork && { fork }) })}\n`;
  const rows = [
    ...(time === undefined ? [] : [time]),
    ...(jsonRpc === undefined ? [] : [`JSON-RPC on ${jsonRpc}`]),
    ...(accounts.length === 0
      ? []
      : ['', ACCOUNTS_TITLE, ...accounts.map(({ address, privateKey }) => `  ${address}  ${privateKey}`)]),
  ];
  return [`coin-mock-node on ${url}, ${origin}`, ...rows, '', 'Press Ctrl+C to stop.', ''].join('\n');
}

const ACCOUNTS_TITLE = 'Accounts and their private keys, which are public: never use them on another network.';
