// Real time: measures for how long a node keeps others waiting.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { type StartedNode } from './hostile-node.ts';
import { type Hostile, type Sent } from './hostile-requests.ts';

const agent = new Agent({ keepAlive: false });

/** Processor time of a node, in milliseconds. */
export interface Waits {
  /** The longest before it answered another client's request for the head block. */
  readonly longest: number;
  /** Before it answered everything. */
  readonly all: number;
  /** For the reference work. */
  readonly reference: number;
}

/** Sends hostile requests to a node in a separate process, and asks it for the head block until all are answered. */
export async function measureWaits({ before = [], sent }: Hostile): Promise<Waits> {
  const child = fork(join(import.meta.dirname, 'hostile-node.ts'), [], { execArgv: ['--conditions=@coin/source'] });
  try {
    const { url, referenceMs } = await new Promise<StartedNode>((resolve, reject) => {
      child.once('message', (started) => resolve(started as StartedNode));
      child.once('exit', (code) => reject(new Error(`the node ended with code ${code}`)));
    });
    for (const one of before) await send(url, one);
    const { pid = 0 } = child;
    await wait(url, pid);
    const answered = { all: false };
    let longest = 0;
    const start = processorTime(pid);
    const hostile = Promise.all(sent.map((one) => send(url, one))).finally(() => (answered.all = true));
    while (!answered.all) {
      longest = Math.max(longest, await wait(url, pid));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await hostile;
    return { longest, all: processorTime(pid) - start, reference: referenceMs };
  } finally {
    child.kill('SIGKILL');
  }
}

/** How much time of a processor the node takes while a client waits for the head block. */
async function wait(url: string, pid: number): Promise<number> {
  const start = processorTime(pid);
  await send(url, { path: '/wallet/getnowblock', body: {} });
  return processorTime(pid) - start;
}

/** In milliseconds: a busy machine makes everything wait, whatever the node does. Needs Linux. */
function processorTime(pid: number): number {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return 10 * (user + system);
}

function send(url: string, { path, body }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const outgoing = request(
      url + path,
      { method, agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    // A server that was busy for too long closes connections.
    outgoing.on('error', () => resolve(0));
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
