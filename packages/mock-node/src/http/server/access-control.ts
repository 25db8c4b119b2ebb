import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type NodeResponse } from '../../message/response.ts';

export interface AccessOptions {
  /** The address that the server listens on. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly cors: readonly string[] | '*';
  /** Called for each rejected request. */
  readonly onRefusal: (incoming: IncomingMessage, response: NodeResponse) => void;
}

/** Returns whether to process a request. Answers rejected requests and preflights itself. */
export type AccessControl = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Rejects requests for unknown hosts and requests from pages of other origins, and tells browsers which pages may read
 * answers. A browser sends some requests without asking first, so a page must not reach the node at all.
 */
export function createAccessControl({ host, allowedHosts, cors, onRefusal }: AccessOptions): AccessControl {
  const knownHosts = new Set([...loopback, host, ...allowedHosts].map((name) => name.toLowerCase()));
  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, text: string): void => {
    const headers = { 'content-type': 'text/plain', connection: 'close' };
    const response: NodeResponse = { status: 403, headers, body: `${text}\n` };
    outgoing.writeHead(response.status, headers).end(response.body);
    onRefusal(incoming, response);
  };
  return (incoming, outgoing) => {
    const { host: hostHeader } = incoming.headers;
    const name = hostHeader?.toLowerCase().replace(/:\d+$/, '');
    if (name !== undefined && !knownHosts.has('*') && !knownHosts.has(name)) {
      const remedy = `Allow it by the option allowedHosts, or --allow-host ${name} at the command line`;
      refuse(incoming, outgoing, `This mock node does not answer for the host ${hostHeader}. ${remedy}.`);
      return false;
    }
    const allowed = allowedOrigin(cors, incoming.headers.origin);
    if (allowed === undefined) {
      const page = foreignPage(incoming.headers);
      if (page === undefined) return true;
      const remedy = `Allow it by the option cors, or --cors ${incoming.headers.origin ?? 'ORIGIN'} at the command line`;
      refuse(incoming, outgoing, `This mock node does not answer pages of ${page}. ${remedy}.`);
      return false;
    }
    allowOrigin(allowed, outgoing);
    if (!isPreflight(incoming)) return true;
    outgoing.writeHead(204).end();
    return false;
  };
}

/**
 * The origin of the page that sends a request, unless the node itself served the page. Programs send no such header.
 * Browsers send Origin with every POST, and Sec-Fetch-Site also with images and links.
 */
function foreignPage({ host, origin, 'sec-fetch-site': site }: IncomingMessage['headers']): string | undefined {
  if (origin !== undefined) return isOwnOrigin(origin, host) ? undefined : `the origin ${origin}`;
  return site === undefined || site === 'none' || site === 'same-origin' ? undefined : 'another origin';
}

function isOwnOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && origin.toLowerCase() === `http://${host.toLowerCase()}`;
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
  outgoing.setHeader('access-control-expose-headers', '*');
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
