import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Style } from '../../src/command/output.ts';
import { runCommand } from '../../src/command/run-command.ts';
import { createMockNode } from '../../src/index.ts';

export const [sender, receiver] = createMockNode().accounts;

/** A served node, and what is asked of it. */
export interface Session {
  readonly get: (path: string, headers?: Record<string, string>) => Promise<unknown>;
  readonly post: (path: string, body: object) => Promise<Record<string, unknown>>;
  /** Builds, signs and broadcasts a transaction. */
  readonly send: (path: string, body: object) => Promise<unknown>;
}

interface CommandResult {
  readonly code: number;
  readonly output: string;
  /** What was printed before it listened. */
  readonly banner: string;
  readonly problem: string;
}

/** Runs the command in this process, asks the node that it serves, and stops it. */
export async function serveByCommand(
  args: readonly string[],
  use: (session: Session) => Promise<void>,
  style = (_: Style, text: string): string => text,
): Promise<CommandResult> {
  let [banner, output, problem] = ['', '', ''];
  const outcome = await runCommand(['--port', '0', ...args], {
    print: (text) => (output += text),
    printProblem: (text) => (problem += text),
    style,
  });
  if ('exitCode' in outcome) return { code: outcome.exitCode, banner, output, problem };
  const url = /http:\/\/[\d.:]+/.exec(output)?.[0] ?? '';
  [banner, output] = [output, ''];
  let code: number | undefined;
  try {
    await use(sessionAt(url));
  } finally {
    code = await outcome.stop();
  }
  return { code, banner, output, problem };
}

function sessionAt(url: string): Session {
  const post: Session['post'] = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, unknown>;
  };
  return {
    post,
    get: async (path, headers = {}) => (await fetch(url + path, { headers })).text(),
    async send(path, body) {
      const built = await post(path, body);
      const transaction = (built['transaction'] ?? built) as { txID: string };
      const signature = secp256k1.sign(hexToBytes(transaction.txID), hexToBytes(sender.privateKey), {
        prehash: false,
        format: 'recovered',
      });
      const wire = bytesToHex(signature.subarray(1)) + bytesToHex(signature.subarray(0, 1));
      return post('/wallet/broadcasttransaction', { ...transaction, signature: [wire] });
    },
  };
}

/** Creation code of a contract with this code. */
function creationOf(code: string): string {
  const bytes = (code.length / 2).toString(16).padStart(4, '0');
  return `61${bytes}80600c6000396000f3${code}`;
}

const word = (value: number): string => value.toString(16).padStart(64, '0');

const abi = [
  { type: 'function', name: 'take', inputs: [{ name: 'amount', type: 'uint256' }], outputs: [] },
  { type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] },
];
export const RETURNS = '60aa60005260206000f3';
/** Reverts with `Short(5)`. */
export const REVERTS = `6024600c60003960246000fd${bytesToHex(keccak_256(utf8ToBytes('Short(uint256)'))).slice(0, 8)}${word(5)}`;

export const transfer = { owner_address: sender.address, to_address: receiver.address, amount: 5, visible: true };

/** Deploys a contract named Till, and gives a call of it. */
export async function deployTill({ post }: Session, code: string): Promise<object> {
  const bytecode = creationOf(code);
  const { address } = await post('/admin/deploy', { owner: sender.address, bytecode, abi, name: 'Till' });
  const selector = { function_selector: 'take(uint256)', parameter: word(1) };
  return { owner_address: sender.address, contract_address: address, ...selector, fee_limit: 1e9, visible: true };
}
