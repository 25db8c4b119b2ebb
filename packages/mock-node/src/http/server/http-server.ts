import type * as http from 'node:http';
import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readInteger } from '../../control/arguments/control-arguments.ts';
import { type AsyncDisposal } from '../../control/async-disposal.ts';
import { argumentInvalid, MockNodeError } from '../../errors.ts';
import { checkKeys, type KnownKeys } from '../../known-keys.ts';
import { bodyLimit, type NodeRequest, type RequestLine } from '../../message/request.ts';
import { type NodeResponse } from '../../message/response.ts';
import { type ExchangeObserver } from '../instruments/exchange.ts';
import { type Delivery } from '../instruments/fault-delivery.ts';
import { createAccessControl } from './access-control.ts';
import { trackConnections } from './connections.ts';
import { type HttpApi } from './http-api.ts';
import { lineOfTarget, nodeRequest } from './node-request.ts';
import { observeExchanges } from './observe-exchanges.ts';
import { createBodyReader } from './read-body.ts';

/** The address of a served node, and the clients that may reach it. */
export interface ServeOptions {
  /** 0 (any free port) to 65535; defaults to 0. */
  readonly port?: number;
  /** Address to listen on; defaults to the loopback address. */
  readonly host?: string;
  /**
   * Host names that requests may use besides `host` and the loopback interface's; defaults to none. `'*'` allows any
   * name, for use in a container. Any web page can then reach the node if the browser can reach it on the network.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins of pages that may send requests, such as `http://localhost:5173`, or `'*'`; defaults to none. Requests of
   * other pages are rejected with status 403, because a browser sends some of them without asking first.
   */
  readonly cors?: readonly string[] | '*';
  /**
   * Whether to answer the paths of TronBox's container (TRE) too, for `tronbox migrate` and `tronbox test`; defaults to
   * false. `GET /admin/accounts` then prints the accounts as TRE does.
   */
  readonly tre?: boolean;
}

/** A node that is being served. */
export interface ServedNode extends AsyncDisposal {
  /** Such as `http://127.0.0.1:9090`, without a path. */
  readonly url: string;
  readonly port: number;
  /** Stops listening, and resolves when every connection is closed. Finishes current responses first. */
  readonly close: () => Promise<void>;
}

/**
 * Listens for HTTP. Resolves once the port is bound. Rejects requests for unknown hosts and from pages of other
 * origins. Nobody else may reach a test server on a developer's machine, neither through this host name nor through
 * another.
 *
 * @throws MockNodeError `ARGUMENT_INVALID`, `PORT_TAKEN`, `LISTEN_FAILED`.
 * @internal
 */
export async function serveHttpApi(
  httpApi: Pick<HttpApi, 'begin' | 'deliver' | 'ledger' | 'withTre'>,
  options: ServeOptions = {},
  observe?: ExchangeObserver,
): Promise<ServedNode> {
  checkOptions(options);
  const { port = 0, host = '127.0.0.1', tre = false } = options;
  const api = tre ? await httpApi.withTre() : httpApi;
  const { begin } = api;
  const deliver = observe === undefined ? api.deliver : observeExchanges(api, observe);
  const onRefusal = (incoming: IncomingMessage, response: NodeResponse): void => {
    const request = nodeRequest(lineOfRequest(incoming), { body: '' });
    const ledger = api.ledger();
    observe?.({ request, response, before: ledger, after: ledger, durationMs: 0 });
  };
  const admit = createAccessControl({
    host,
    allowedHosts: options.allowedHosts ?? [],
    cors: options.cors ?? [],
    onRefusal,
  });
  const readBody = createBodyReader();
  const server = nodeHttp({ host, port }).createServer((incoming, outgoing) => {
    connections.begin(incoming.socket, outgoing);
    if (!admit(incoming, outgoing)) return;
    const line = lineOfRequest(incoming);
    const begun = begin(line);
    const answer = async (body: string | undefined): Promise<void> => {
      const { 'content-type': contentType, accept } = incoming.headers;
      const request = nodeRequest(line, { contentType, accept, body });
      const delivery = await deliver(request, begun);
      if (isUnfinished(delivery)) connections.leaveUnfinished(incoming.socket);
      send(delivery, request, outgoing);
    };
    readBody(incoming, bodyLimit(line.path), {
      onBody: (body) => void answer(body),
      onBusy: () => outgoing.writeHead(503).end(),
    });
  });
  const connections = trackConnections(server);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listen(server, { port, host });
  const bound = boundPort(server);
  const { close } = connections;
  return { url: `http://${urlHost(host)}:${bound}`, port: bound, close, [Symbol.asyncDispose]: close };
}

const KEEP_ALIVE_MS = 60_000;

const serveKeys: KnownKeys<ServeOptions> = { port: true, host: true, allowedHosts: true, cors: true, tre: true };

function checkOptions(options: ServeOptions): void {
  checkKeys('options', options, serveKeys, '');
  const { port = 0, host = '127.0.0.1', allowedHosts = [], cors = [], tre = false } = options;
  readInteger('port', port, { min: 0, max: 65_535 });
  if (typeof host !== 'string' || !addressSyntax.test(host))
    throw argumentInvalid('host', host, 'an address to listen on');
  if (!Array.isArray(allowedHosts)) throw argumentInvalid('allowedHosts', allowedHosts, 'a list of names');
  for (const name of allowedHosts) {
    if (typeof name !== 'string' || !hostSyntax.test(name))
      throw argumentInvalid('allowedHosts', name, "'*' or a name without a port, as in node.test");
  }
  if (typeof tre !== 'boolean') throw argumentInvalid('tre', tre, 'true or false');
  if (cors === '*') return;
  if (!Array.isArray(cors)) throw argumentInvalid('cors', cors, "'*' or a list of origins");
  for (const origin of cors) {
    if (typeof origin !== 'string' || !originSyntax.test(origin))
      throw argumentInvalid('cors', origin, 'a list of origins as in http://localhost:5173');
  }
}

/** A name, or an IPv4 or IPv6 address. */
const addressSyntax = /^[\w.:%-]+$/;
/** The form in the header `Host`, which has brackets around an IPv6 address. */
const hostSyntax = /^(\*|[\w.-]+|\[[\da-f.:]+\])$/i;

/** The form that browsers send, without a path. `null` is the origin of files and of sandboxed frames. */
const originSyntax = /^([a-z][a-z0-9+.-]*:\/\/[^/?#\s*@]+|null)$/;

type NodeHttp = typeof http;
type Address = { readonly host: string; readonly port: number };

/** Loaded on first use, so a web page that imports this package needs no replacement for it. */
function nodeHttp(address: Address): NodeHttp {
  const module = globalThis.process?.getBuiltinModule?.('node:http');
  if (module !== undefined) return module;
  const version = globalThis.process?.versions?.node;
  const reason =
    version === undefined
      ? 'this runtime has no node:http. Pass node.fetch to the client'
      : `Node ${version} is too old. Use Node 22.12 or newer`;
  throw new MockNodeError('LISTEN_FAILED', { ...address, reason });
}

function listen(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(listenError(cause, address)));
    server.listen(address, resolve);
  });
}

function listenError(cause: NodeJS.ErrnoException, address: Address): MockNodeError {
  if (cause.code === 'EADDRINUSE') return new MockNodeError('PORT_TAKEN', address, { cause });
  const reason = `${cause.message}. Choose another address or port`;
  return new MockNodeError('LISTEN_FAILED', { ...address, reason }, { cause });
}

function boundPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function isUnfinished(delivery: Delivery): boolean {
  return delivery.kind === 'hang' || (delivery.kind === 'partial' && delivery.ending !== 'reset');
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function lineOfRequest({ method = 'GET', url = '/' }: IncomingMessage): RequestLine {
  return lineOfTarget(method, url);
}

function send(delivery: Delivery, request: NodeRequest, outgoing: ServerResponse): void {
  switch (delivery.kind) {
    case 'hang':
      return;
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return;
    case 'partial':
      sendPart(delivery.response, delivery.ending, outgoing);
      return;
    case 'whole':
      if (delivery.delay === undefined) sendWhole(delivery.response, request, outgoing);
      else setTimeout(() => sendWhole(delivery.response, request, outgoing), delivery.delay);
  }
}

function sendWhole({ status, headers, body }: NodeResponse, { method }: NodeRequest, outgoing: ServerResponse): void {
  outgoing.writeHead(status, { ...headers, 'content-length': globalThis.Buffer.byteLength(body) });
  outgoing.end(method === 'HEAD' ? undefined : body);
}

function sendPart(
  { status, headers, body }: NodeResponse,
  ending: 'hang' | 'reset' | 'endless',
  outgoing: ServerResponse,
): void {
  outgoing.writeHead(status, headers);
  outgoing.write(body === '' ? ' ' : body, () => {
    if (ending === 'reset') outgoing.socket?.resetAndDestroy();
    else if (ending === 'endless') writeBlanks(outgoing);
  });
}

const blanks = ' '.repeat(1024);

function writeBlanks(outgoing: ServerResponse): void {
  const timer = setInterval(() => outgoing.write(blanks), 1);
  outgoing.on('close', () => clearInterval(timer));
}
