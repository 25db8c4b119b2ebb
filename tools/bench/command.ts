import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A script without a library that answers each request, and prints its address as the command does. */
export const bareScript: readonly string[] = [
  '--input-type=module',
  '--eval',
  `import { createServer } from 'node:http';
  const server = createServer((request, response) => response.end('{}'));
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`,
];

export interface Answered {
  /** From the start of the process to the end of its first answer. */
  readonly milliseconds: number;
  /** Memory that the process has, a second after that. */
  readonly residentBytes: number;
}

/**
 * Starts a server in a separate process and requests a path of it.
 *
 * @param args - of node; the script prints its address in its first line
 */
export async function firstAnswer(args: readonly string[], path: string): Promise<Answered> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    const [address] = /http:\/\/[^\s,]+/.exec(String(line)) ?? [];
    await (await fetch(`${address}${path}`, { headers: { connection: 'close' } })).text();
    const milliseconds = performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return { milliseconds, residentBytes: residentBytes(child.pid) };
  } finally {
    child.kill();
  }
}

const residentBytes = (pid = 0): number =>
  1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
