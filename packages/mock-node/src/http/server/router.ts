import { latestState, solidState, type Chain } from '../../chain/chain.ts';
import { javaException } from '../../json/request-errors.ts';
import { MAX_BODY_BYTES, type NodeRequest } from '../../message/request.ts';
import { defectResponse, errorObject, errorPage, jsonResponse, type NodeResponse } from '../../message/response.ts';
import { InterruptedError } from '../../state/interrupted-error.ts';
import { createState, type State } from '../../state/root.ts';
import { type Endpoint, type Handler } from '../endpoints/endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { type Falsify } from '../falsification/falsify-ledger.ts';
import { createJsonRpcRoute, type AnswerJsonRpc, type JsonRpcRouteOptions } from './json-rpc-route.ts';

export interface RouteOptions {
  /** Answers from the ledger of this many blocks ago; defaults to 0. */
  readonly blocksAgo?: number;
  /** Changes the ledger before it is read. */
  readonly falsify?: Falsify;
}

/** Answers a request. */
export type AnswerRoute = (request: NodeRequest, options?: RouteOptions) => NodeResponse;

/** Loads the code that answers requests for a path. */
export type LoadRoute = (path: string) => Promise<AnswerRoute>;

interface Route {
  readonly endpoint: Endpoint;
  readonly solid: boolean;
}

function routesOf(list: readonly Endpoint[]): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>();
  for (const endpoint of list) {
    routes.set(`/wallet/${endpoint.name}`, { endpoint, solid: false });
    if (endpoint.solid) routes.set(`/walletsolidity/${endpoint.name}`, { endpoint, solid: true });
  }
  return routes;
}

/** Further paths of the node, and the path whose endpoint answers each. */
const aliases: Readonly<Record<string, string>> = {
  '/monitor/getnodeinfo': '/wallet/getnodeinfo',
  '/net/listnodes': '/wallet/listnodes',
};

/**
 * Answers requests as a full node does: exact paths, and for each the methods of its servlet.
 *
 * Source: docs/protocol/http.md, Registration, ports, methods.
 */
export function createRouter(options: JsonRpcRouteOptions): LoadRoute {
  const { chain, findScript } = options;
  const routes = routesOf(endpoints);
  const loadJsonRpc = createJsonRpcRoute(options);
  const answerAt =
    (path: string, answerJsonRpc?: AnswerJsonRpc): AnswerRoute =>
    (request, { blocksAgo = 0, falsify = keepState } = {}) => {
      if (request.isOversized) return errorPage(request, 413, `Request body is too large: >${MAX_BODY_BYTES}`);
      const route = path === JSON_RPC_PATH ? jsonRpcRoute : routes.get(aliases[path] ?? path);
      const handler = handlerOf(route, request.method);
      if (route === undefined || handler === undefined) return serverResponse(request, route);
      const readState = (): State => falsify(stateOf(chain, route, blocksAgo));
      try {
        if (answerJsonRpc !== undefined) return answerJsonRpc(request, readState);
        const showsPending = !route.solid && blocksAgo === 0;
        const text = handler({ chain, findScript, state: readState(), showsPending, request });
        return jsonResponse(text === undefined ? '' : `${text}\n`);
      } catch (error) {
        return failure(error);
      }
    };
  return async (path) => {
    const plain = plainPath(path);
    return answerAt(plain, plain === JSON_RPC_PATH ? await loadJsonRpc() : undefined);
  };
}

const keepState: Falsify = (state) => state;

const JSON_RPC_PATH = '/jsonrpc';
/** Determines the server's answers to other methods. */
const jsonRpcRoute: Route = { endpoint: { name: 'JsonRpcServlet', post: () => undefined }, solid: false };

function handlerOf(route: Route | undefined, method: string): Handler | undefined {
  if (method === 'GET' || method === 'HEAD') return route?.endpoint.get;
  return method === 'POST' ? route?.endpoint.post : undefined;
}

/** The answers of the node's HTTP server itself, if no endpoint handles the request. */
function serverResponse(request: NodeRequest, route: Route | undefined): NodeResponse {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return route === undefined ? errorPage(request, 404, 'Not Found') : unsupported(request, route);
    case 'POST':
    case 'PUT':
    case 'DELETE':
      return unsupported(request, route);
    case 'OPTIONS':
      return allowedMethods(route);
    default:
      return errorPage(
        request,
        501,
        `Method ${request.method} is not defined in RFC 2068 and is not supported by the Servlet API `,
      );
  }
}

/** A path without parameters and escapes. */
function plainPath(path: string): string {
  if (!/[;%]/.test(path)) return path;
  const bare = path.replace(/;[^/]*/g, '');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}

function stateOf(chain: Chain, { solid }: Route, blocksAgo: number): State {
  const state = solid ? solidState(chain) : latestState(chain);
  if (blocksAgo === 0) return state;
  const { blocks, properties } = state.root;
  const older = blocks.take(Math.max(1, blocks.size - blocksAgo));
  const solidifiedNumber = Math.min(properties.solidifiedNumber, older.size - 1);
  return createState({ ...state.root, blocks: older, properties: { ...properties, solidifiedNumber } });
}

/** The node answers with its exceptions. Any other error is a defect of this package, and the answer says so. */
function failure(error: unknown): NodeResponse {
  if (javaException(error) !== undefined) return jsonResponse(`${errorObject(error)}\n`);
  if (error instanceof InterruptedError) throw error;
  return defectResponse(error);
}

function unsupported(request: NodeRequest, route: Route | undefined): NodeResponse {
  return errorPage(request, 405, `HTTP method ${request.method} is not supported by this URL`, route?.endpoint.name);
}

function allowedMethods(route: Route | undefined): NodeResponse {
  const { get, post } = route?.endpoint ?? { get: true };
  const methods = [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : []), 'TRACE', 'OPTIONS'];
  const allow = { allow: methods.join(', ') };
  return { status: 200, headers: route === undefined ? allow : { ...jsonResponse('').headers, ...allow }, body: '' };
}
