import { createRequire } from 'node:module';
import { isMockNodeError } from '../errors.ts';
import { serveHttpApi, type ServedNode } from '../http/server/http-server.ts';
import { createMockNode, httpApiOf, type MockNode } from '../node.ts';
import { networkJson } from '../network/network-json.ts';
import { type MockNodeOptions } from '../node-options.ts';
import { toBase58 } from '../protocol/address.ts';
import { type EnergyRecorder } from './energy-recorder.ts';
import { helpText, parseFlags, type Flags } from './flags.ts';
import { type Output } from './output.ts';
import { loadState, readJsonRpcPort, readNodeOptions, readPort } from './read-options.ts';
import { createRequestPrinter, type RequestPrinter } from './request-printer.ts';
import { createStateWriter, readInitialState, type InitialState } from './state-file.ts';
import { UsageError } from './usage-error.ts';

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

/** The last state or the energy report is not written, or a function uses more energy than `--check` lets it. */
const EXIT_LOST_OR_GROWN = 1;

async function run(args: readonly string[], output: Output): Promise<CommandOutcome> {
  const given = parseFlags(args);
  if (given.help || given.version) {
    output.print(given.help ? helpText() : `${readVersion()}\n`);
    return { exitCode: 0 };
  }
  const ports = { port: readPort(given), jsonRpc: readJsonRpcPort(given) };
  const initial = readInitialState(given);
  const options = await readNodeOptions(given, initial);
  if (given['print-config'] !== undefined) {
    output.print(printedConfig(options));
    return { exitCode: 0 };
  }
  const node = createMockNode(options);
  if (initial !== undefined) loadState(node, initial, given);
  const writer = createStateWriter(node, given, output.printProblem);
  const cors = given.cors?.includes('*') ? '*' : given.cors;
  const requests = requestPrinter(given, output);
  const energy = await energyRecorder(node, given, output);
  const serveAt = (port: number): Promise<ServedNode> =>
    serveHttpApi(
      httpApiOf(node),
      { port, host: given.host, hosts: given['allow-host'] ?? [], tre: given.tre, ...(cors !== undefined && { cors }) },
      requests === undefined && energy === undefined
        ? undefined
        : (exchange) => {
            requests?.observe(exchange);
            energy?.collect();
          },
    );
  const served = await servePorts(ports, serveAt);
  output.print(announcement(node, served, given, initial));
  return {
    async stop() {
      // At once, because responses under way may take long, and a second signal does not wait for them.
      writer?.write();
      await Promise.all([served.node.close(), served.jsonRpc?.close(), node.close()]);
      await requests?.finish();
      const isKept = writer?.finish() !== false;
      const isWithinReport = energy?.finish() !== false;
      return isKept && isWithinReport ? 0 : EXIT_LOST_OR_GROWN;
    },
  };
}

/** The servers of a node: its own, and one for clients that expect JSON-RPC on a port of its own. */
interface Served {
  readonly node: ServedNode;
  readonly jsonRpc?: ServedNode;
}

async function servePorts(
  { port, jsonRpc }: { readonly port: number; readonly jsonRpc: number | undefined },
  serveAt: (port: number) => Promise<ServedNode>,
): Promise<Served> {
  const node = await serveAt(port);
  if (jsonRpc === undefined) return { node };
  try {
    return { node, jsonRpc: await serveAt(jsonRpc) };
  } catch (error) {
    await node.close();
    throw error;
  }
}

/** One line of JSON is all that `--json` alone prints, because whoever asks for it may read no more. */
function requestPrinter({ quiet, verbose, json }: Flags, output: Output): RequestPrinter | undefined {
  if (quiet && verbose) throw new UsageError('--quiet cannot be combined with --verbose');
  if (quiet || (json && !verbose)) return undefined;
  return createRequestPrinter(output, { format: json ? 'json' : 'text', isVerbose: verbose });
}

/** Undefined, and not loaded, where no flag asks for it. */
async function energyRecorder(node: MockNode, given: Flags, output: Output): Promise<EnergyRecorder | undefined> {
  const { 'energy-report': report, check, tolerance } = given;
  if (report === undefined && check === undefined && tolerance === undefined) return undefined;
  const { createEnergyRecorder } = await import('./energy-recorder.ts');
  return createEnergyRecorder(node, httpApiOf(node).ledger, given, output.printProblem);
}

function readVersion(): string {
  return createRequire(import.meta.url)('@coin/mock-node/package.json').version;
}

/** A description for people to edit: addresses in base58check. */
function printedConfig(options: MockNodeOptions): string {
  const { network } = createMockNode(options);
  const inBase58 = (_: string, value: unknown): unknown =>
    typeof value === 'string' && /^41[0-9a-f]{40}$/.test(value) ? toBase58(value) : value;
  return `${JSON.stringify(networkJson(network), inBase58, 2)}\n`;
}

function announcement(node: MockNode, served: Served, given: Flags, initial?: InitialState): string {
  const { url, port } = served.node;
  const jsonRpc = served.jsonRpc && `${served.jsonRpc.url}/jsonrpc`;
  if (given.json) return `${JSON.stringify({ url, port, ...(jsonRpc && { jsonRpc }), accounts: node.accounts })}\n`;
  const network =
    given.config ?? (given.preset === undefined ? initial?.file : undefined) ?? `preset ${given.preset ?? 'spec'}`;
  const accounts = node.accounts.map(({ address, privateKey }) => `  ${address}  ${privateKey}`);
  const rows = [
    ...(jsonRpc === undefined ? [] : [`JSON-RPC on ${jsonRpc}`]),
    ...(accounts.length === 0 ? [] : ['', ACCOUNTS_TITLE, ...accounts]),
  ];
  return [`coin-mock-node on ${url}, ${network}`, ...rows, '', 'Press Ctrl+C to stop.', ''].join('\n');
}

const ACCOUNTS_TITLE = 'Accounts and their private keys, which are public: never use them on another network.';
