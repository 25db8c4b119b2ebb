import { Writable } from 'node:stream';
import { type MockNode } from '@coin/mock-node';
import { runCommand } from '../../src/run-command.ts';

export interface CoinRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  /** The node behind http://node.example, or none. */
  readonly node?: Pick<MockNode, 'fetch'>;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTTY?: boolean;
  readonly signal?: AbortSignal;
  /** In place of a stream whose text is returned. */
  readonly stdout?: Writable;
}

const noNetwork = (): never => {
  throw new Error('the command contacted a network');
};

/** Runs the command in this process; with a node, as if COIN_NODE named it. */
export async function runCoin(args: readonly string[], options: RunOptions = {}): Promise<CoinRun> {
  const { node, stdin = '', env = {}, isTTY = false, signal = new AbortController().signal, stdout } = options;
  const texts = { stdout: '', stderr: '' };
  const streamOf = (name: keyof typeof texts) =>
    Object.assign(
      new Writable({
        write: (chunk, _, done) => {
          texts[name] += chunk;
          done();
        },
      }),
      { isTTY },
    );
  async function* input() {
    yield stdin;
  }
  const exitCode = await runCommand(args, {
    stdin: input,
    stdout: stdout ?? streamOf('stdout'),
    stderr: streamOf('stderr'),
    env: { ...(node && { COIN_NODE: 'http://node.example' }), ...env },
    signal,
    fetch: node === undefined ? noNetwork : (request, init) => node.fetch(request, init),
  });
  return { exitCode, ...texts };
}

/** The result of a command with `--json`. */
export async function readResult(args: readonly string[], options?: RunOptions) {
  const { stdout, stderr, exitCode } = await runCoin([...args, '--json'], options);
  const { result, error } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return { exitCode, stderr, result, error };
}
