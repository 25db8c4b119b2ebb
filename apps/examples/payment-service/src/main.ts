// NODE_URL=… PRIVATE_KEY=… [PORT=8080] node src/main.ts: the service behind a port of this machine.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createNodeClient } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { createService } from './service.ts';

const { NODE_URL, PRIVATE_KEY, PORT = '8080' } = process.env;
if (NODE_URL === undefined || PRIVATE_KEY === undefined) throw new Error('Set NODE_URL and PRIVATE_KEY.');
const service = createService(createNodeClient({ transport: NODE_URL }), createKeySigner(PRIVATE_KEY));

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = incoming;
  const body = method === 'GET' || method === 'HEAD' ? null : await text(incoming);
  const response = await service(new Request(new URL(url, 'http://service'), { method, body }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    outgoing.writeHead(500).end();
  });
});
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
