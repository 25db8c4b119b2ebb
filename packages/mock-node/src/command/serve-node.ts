import { type ForkedNode } from '../fork/fork-mock-node.ts';
import { httpApiOf } from '../http/server/http-api-of.ts';
import { serveHttpApi, type ServedNode } from '../http/server/http-server.ts';
import { type MockNode } from '../node/create-mock-node.ts';
import { announcement, lateLine, type Served } from './announcement.ts';
import { type EnergyRecorder } from './energy-recorder.ts';
import { type Flags } from './flags/flags.ts';
import { type Output } from './output.ts';
import { createRequestPrinter, type RequestPrinter } from './requests/request-printer.ts';
import { startNode } from './start-node.ts';
import { messageOf, UsageError } from './usage-error.ts';

/** The last state or the energy report could not be written, or a function uses more energy than `--check` allows. */
const EXIT_LOST_OR_GROWN = 1;

/** Serves the node that the flags describe. @returns a function that stops it and returns the exit code. */
export async function serveNode(given: Flags, output: Output): Promise<() => Promise<number>> {
  const { node, writer, ...announced } = await startNode(given, output);
  const cors = given.cors?.includes('*') ? '*' : given.cors;
  const requests = requestPrinter(given, output);
  const energy = await energyRecorder(node, given, output);
  const serveAt = (port: number): Promise<ServedNode> =>
    serveHttpApi(
      httpApiOf(node),
      {
        port,
        host: given.host ?? '127.0.0.1',
        allowedHosts: given['allow-host'] ?? [],
        tre: given.tre === true,
        ...(cors !== undefined && { cors }),
      },
      requests === undefined && energy === undefined
        ? undefined
        : (exchange) => {
            requests?.observe(exchange);
            energy?.collect();
          },
    );
  const served = await servePorts(given, serveAt);
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

async function servePorts(
  { port = 9090, 'jsonrpc-port': jsonRpc }: Flags,
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

/** With `--json` alone, prints only the first line, because the program that reads it may stop after that. */
function requestPrinter({ quiet, verbose, json }: Flags, output: Output): RequestPrinter | undefined {
  if (quiet && verbose) throw new UsageError('--quiet cannot be combined with --verbose');
  if (quiet || (json && !verbose)) return undefined;
  return createRequestPrinter(output, { format: json ? 'json' : 'text', isVerbose: verbose === true });
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
