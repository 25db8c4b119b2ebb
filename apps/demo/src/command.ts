import { parseArgs } from 'node:util';
import { isRpcError } from '@coin/rpc';
import { readFacts } from './read-facts.ts';
import { reportDemo, reportFacts, toJson } from './report.ts';
import { runDemo } from './run-demo.ts';

const USAGE = `usage: demo [--json] [--node URL [--address ADDRESS] [--contract ADDRESS]]

Without --node the demo runs on a node in this process: a transfer, estimates, the fee limit by each method, and calls under them.
  --node URL          read chain parameters from any full node instead, and send nothing
  --address ADDRESS   with --node: also read an account's balance
  --contract ADDRESS  with --node: also read a contract's energy factor
  --json              print one line of JSON, with amounts and energy as decimal strings
  --help              print this text
`;

interface Sink {
  readonly isTTY: boolean;
  write: (text: string) => unknown;
}

/** Where the command writes. */
export interface Output {
  readonly stdout: Sink;
  readonly stderr: Sink;
}

function readCommand(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      node: { type: 'string' },
      address: { type: 'string' },
      contract: { type: 'string' },
    },
  });
  if (values.node === undefined && (values.address !== undefined || values.contract !== undefined))
    throw new Error('--address and --contract need --node');
  return values;
}

/** Runs the command and returns its exit code. */
export async function runCommand(args: readonly string[], { stdout, stderr }: Output): Promise<number> {
  /** Overwrites one line of progress, on a terminal only. */
  const progress = (step: string) => {
    if (stderr.isTTY) stderr.write(`\r\u001B[K${step}…`);
  };
  const clearProgress = () => {
    if (stderr.isTTY) stderr.write('\r\u001B[K');
  };
  try {
    const { json, help, node, address, contract } = readCommand(args);
    if (help) stdout.write(USAGE);
    else if (node === undefined) {
      const result = await runDemo(progress);
      clearProgress();
      const look = stdout.isTTY && process.env['NO_COLOR'] === undefined ? 'terminal' : 'plain';
      stdout.write(json ? toJson(result) : reportDemo(result, { look }));
    } else {
      progress(`reading from ${URL.canParse(node) ? new URL(node).host : node}`);
      const facts = await readFacts(node, { address, contract });
      clearProgress();
      stdout.write(json ? toJson(facts) : reportFacts(facts));
    }
    return 0;
  } catch (error) {
    clearProgress();
    const text = error instanceof Error ? error.message : String(error);
    stderr.write(`demo: ${isRpcError(error) ? `${error.code}: ${error.shortMessage}` : text}\n`);
    return 1;
  }
}
