import { once } from 'node:events';
import { connect } from 'node:net';

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface Load {
  readonly path: string;
  /** Sent one after the other, then from the first again. */
  readonly bodies: readonly string[];
}

/** What became of some requests, in milliseconds. */
export interface Sent {
  readonly total: number;
  /** Of each request, from its first byte to the last of its answer. */
  readonly latencies: readonly number[];
}

const CONNECTIONS = 8;

/** Prepares requests; what it returns sends the next ones over eight connections. */
export function prepareLoad({ host, port }: Address, { path, bodies }: Load): (count: number) => Promise<Sent> {
  const requests = bodies.map((body) =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  );
  let sent = 0;
  return async (count) => {
    const end = sent + count;
    const next = (): Uint8Array | undefined => (sent < end ? requests[sent++ % requests.length] : undefined);
    const latencies: number[] = [];
    const start = performance.now();
    await Promise.all(Array.from({ length: CONNECTIONS }, () => sendInTurn({ host, port }, next, latencies)));
    return { total: performance.now() - start, latencies };
  };
}

/** Sends requests over one connection, each after the previous answer. It reads status and length of answers only. */
async function sendInTurn(
  { host, port }: Address,
  next: () => Uint8Array | undefined,
  latencies: number[],
): Promise<void> {
  const socket = connect(port, host).setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  let received = '';
  let start = 0;
  const send = () => {
    const request = next();
    start = performance.now();
    if (request === undefined) socket.end();
    else socket.write(request);
  };
  socket.on('data', (chunk: string) => {
    received += chunk;
    if (!isWhole(received)) return;
    if (!received.startsWith('HTTP/1.1 200 '))
      socket.destroy(new Error(`Unexpected answer: ${received.slice(0, 200)}`));
    latencies.push(performance.now() - start);
    received = '';
    send();
  });
  send();
  await once(socket, 'close');
}

/** Whether an answer has ended, by its length or, where it is sent in chunks, by the last of them. */
function isWhole(received: string): boolean {
  const bodyStart = received.indexOf('\r\n\r\n') + 4;
  if (bodyStart < 4) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
  return length === undefined ? received.endsWith('\r\n0\r\n\r\n') : received.length >= bodyStart + Number(length);
}
