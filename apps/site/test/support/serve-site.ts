import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';

/** The built site of this tree. */
const DIST = resolve(import.meta.dirname, '../../dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export interface ServedSite {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Serves the built site as a host of static files does, `/guides/` as `/guides/index.html`. */
export async function serveSite(dist = DIST): Promise<ServedSite> {
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    try {
      const content = await readFile(join(dist, decodeURIComponent(file)));
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(content);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
