import { parseArgs } from 'node:util';
import { isRpcError } from '@coin/rpc';
import { reportFacts, reportStory, toJson } from './report.ts';
import { readFacts, runStory } from './story.ts';

const USAGE = `usage: demo [--json] [--node URL [--address ADDRESS] [--contract ADDRESS]]

Without --node the whole story runs on a node in this process: a transfer, estimates, fee limits by each method, calls under them.
  --node URL          only reads, from any full node: parameters, and what the next two name
  --address ADDRESS   an account's balance
  --contract ADDRESS  a contract's energy factor
  --json              one line of JSON; amounts and energy as decimal strings
  --help              this text
`;

function readCommand() {
  const { values } = parseArgs({
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

const { stdout, stderr } = process;
/** One line that is written over, on a terminal only. */
const progress = (what: string) => {
  if (stderr.isTTY) stderr.write(`\r\u001B[K${what}…`);
};
const clearProgress = () => {
  if (stderr.isTTY) stderr.write('\r\u001B[K');
};

try {
  const { json, help, node, address, contract } = readCommand();
  if (help) stdout.write(USAGE);
  else if (node === undefined) {
    const story = await runStory(progress);
    clearProgress();
    const look = stdout.isTTY && process.env['NO_COLOR'] === undefined ? 'terminal' : 'plain';
    stdout.write(json ? toJson(story) : reportStory(story, { look }));
  } else {
    progress(`reading from ${URL.canParse(node) ? new URL(node).host : node}`);
    const facts = await readFacts(node, { address, contract });
    clearProgress();
    stdout.write(json ? toJson(facts) : reportFacts(facts));
  }
} catch (error) {
  clearProgress();
  stderr.write(
    `demo: ${isRpcError(error) ? `${error.code}: ` : ''}${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
