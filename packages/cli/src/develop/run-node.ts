import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Surroundings } from '../session.ts';

/** The program of `@coin/mock-node`. */
function findProgram(): string {
  const require = createRequire(import.meta.url);
  const file = require.resolve('@coin/mock-node/package.json');
  const { bin } = require(file) as { readonly bin: Readonly<Record<string, string>> };
  return join(dirname(file), bin['coin-mock-node'] ?? '');
}

/** `coin node [options]`, `coin fork URL [options]`: runs coin-mock-node with these options until it is stopped. */
export function runNode([command, ...args]: readonly string[], { stderr, signal }: Surroundings): Promise<number> {
  const [url, ...rest] = args;
  if (command === 'fork' && (url === undefined || url.startsWith('-'))) {
    stderr.write('coin: USAGE: Which network? Pass the URL of one of its nodes: coin fork https://…\n');
    return Promise.resolve(2);
  }
  const options = command === 'fork' ? ['--fork', url as string, ...rest] : args;
  const child = spawn(process.execPath, [findProgram(), ...options], { stdio: 'inherit' });
  // A terminal sends the signal to both; anyone else sends it to this process alone.
  signal.addEventListener('abort', () => child.kill('SIGINT'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
