import { once } from 'node:events';
import { connect } from 'node:net';
import { type Round } from './interleave.ts';
import { type ServerProcess } from './server-process.ts';

export interface Load {
  readonly path: string;
  /** Sent one after the other, then from the first again. */
  readonly bodies: readonly string[];
  /** How many requests a round sends. */
  readonly count: number;
}

const CONNECTIONS = 8;

/** A round of requests, measured by the CPU time that the server's process spends on each. */
export function requestRound(server: ServerProcess, { path, bodies, count }: Load): Round {
  const requests = bodies.map((body) =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  );
  return async () => {
    const before = await server.cpuTime();
    let sent = 0;
    const next = (): Buffer | undefined => (sent < count ? requests[sent++ % requests.length] : undefined);
    await Promise.all(Array.from({ length: CONNECTIONS }, () => sendInTurn(server.port, next)));
    return ((await server.cpuTime()) - before) / count;
  };
}

/** Sends requests over one connection, each after the previous answer. It reads status and length of answers only. */
async function sendInTurn(port: number, next: () => Buffer | undefined): Promise<void> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  let received = '';
  const send = () => {
    const request = next();
    if (request === undefined) socket.end();
    else socket.write(request);
  };
  socket.on('data', (chunk: string) => {
    received += chunk;
    const bodyStart = received.indexOf('\r\n\r\n') + 4;
    if (bodyStart < 4) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1]);
    if (!received.startsWith('HTTP/1.1 200 '))
      socket.destroy(new Error(`Unexpected answer: ${received.slice(0, 200)}`));
    if (received.length < bodyStart + length) return;
    received = '';
    send();
  });
  send();
  await once(socket, 'close');
}
