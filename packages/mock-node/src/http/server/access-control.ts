import { type IncomingMessage, type ServerResponse } from 'node:http';

export interface AccessOptions {
  /** The address that the server listens on. */
  readonly host: string;
  readonly hosts: readonly string[];
  readonly cors: readonly string[] | '*';
}

/** Whether a request may go on. A refused request and a preflight are answered here. */
export type AccessControl = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Refuses requests for unknown hosts, and tells browsers which pages may read answers. */
export function createAccessControl({ host, hosts, cors }: AccessOptions): AccessControl {
  const knownHosts = new Set([...loopback, host, ...hosts].map((name) => name.toLowerCase()));
  return (incoming, outgoing) => {
    const { host: hostHeader, origin } = incoming.headers;
    if (hostHeader !== undefined && !knownHosts.has(hostHeader.toLowerCase().replace(/:\d+$/, ''))) {
      refuseHost(hostHeader, outgoing);
      return false;
    }
    const allowed = allowedOrigin(cors, origin);
    if (allowed === undefined) return true;
    allowOrigin(allowed, outgoing);
    if (!isPreflight(incoming)) return true;
    outgoing.writeHead(204).end();
    return false;
  };
}

function refuseHost(host: string, outgoing: ServerResponse): void {
  outgoing.writeHead(403, { 'content-type': 'text/plain', connection: 'close' });
  outgoing.end(`This mock node does not answer for the host ${host}. Add it to the option hosts.\n`);
}

function allowedOrigin(cors: AccessOptions['cors'], origin: string | undefined): string | undefined {
  if (cors === '*') return '*';
  return origin !== undefined && cors.includes(origin) ? origin : undefined;
}

function allowOrigin(origin: string, outgoing: ServerResponse): void {
  outgoing.setHeader('access-control-allow-origin', origin);
  if (origin !== '*') outgoing.setHeader('vary', 'origin');
  outgoing.setHeader('access-control-allow-methods', 'GET, HEAD, POST, OPTIONS');
  outgoing.setHeader('access-control-allow-headers', '*');
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
