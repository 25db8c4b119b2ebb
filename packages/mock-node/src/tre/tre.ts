import { type Chain } from '../chain/chain.ts';
import { readAddress } from '../control/arguments/control-arguments.ts';
import { type Controls } from '../control/controls.ts';
import { answerBody } from '../jsonrpc/envelope/answer-body.ts';
import { readParameters, type NodeRequest } from '../message/request.ts';
import { errorObject, errorPage, jsonResponse, type NodeResponse } from '../message/response.ts';
import { createTreAccounts } from './accounts.ts';
import { answerEvents, isEventPath } from './event-queries.ts';
import { findMethod } from './methods.ts';

/** The parts of a node that TRE's paths use. */
export interface TreContext {
  readonly chain: Chain;
  readonly controls: Controls;
  /** Accounts whose keys the node knows. */
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
}

/** The paths of TronBox's container, in addition to a node's. */
export interface Tre {
  readonly owns: (request: Pick<NodeRequest, 'method' | 'path'>) => boolean;
  /** Answers a request for one of its paths. */
  readonly answer: (request: NodeRequest) => NodeResponse;
}

type Handler = (request: NodeRequest) => NodeResponse;

/**
 * Answers the requests that TronBox, and tests written for its container, send in addition to a node's own paths.
 *
 * Source: docs/protocol/tre.md.
 */
export function createTre({ chain, controls, accounts: known }: TreContext): Tre {
  const accounts = createTreAccounts({
    chain,
    accounts: known.map(({ address, privateKey }) => ({ privateKey, address: readAddress('address', address) })),
  });
  const readEvents: Handler = (request) => answerEvents(chain, request);

  const reads: Readonly<Record<string, Handler>> = {
    '/healthcheck': () => textResponse('OK'),
    '/admin/accounts': (request) => textResponse(accounts.text(readParameters(request).get('format'))),
    '/admin/accounts-json': () => jsonResponse(accounts.json()),
    '/admin/temporary-accounts-generation': (request) => {
      const { get } = readParameters(request);
      const problem = accounts.generate(get('accounts'), get('defaultBalance'));
      return problem === undefined ? textResponse(accounts.text()) : textResponse(`${problem}\n`, 400);
    },
  };

  return {
    owns: ({ path }) => path === '/tre' || Object.hasOwn(reads, path) || isEventPath(path),
    answer(request) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const read = isEventPath(request.path) ? readEvents : reads[request.path];
      if (read !== undefined) return isRead ? answerOrError(() => read(request)) : notSupported(request);
      if (request.method !== 'POST') return notSupported(request);
      if (request.isOversized) return errorPage(request, 413, 'Payload Too Large');
      return jsonResponse(answerBody(request.body, (name) => findMethod({ chain, controls }, name)) ?? '');
    },
  };
}

/** Answers a request whose parameters cannot be read with the node's error. */
function answerOrError(answer: () => NodeResponse): NodeResponse {
  try {
    return answer();
  } catch (error) {
    return jsonResponse(`${errorObject(error)}\n`);
  }
}

function textResponse(body: string, status = 200): NodeResponse {
  return { status, headers: { 'content-type': 'text/plain;charset=utf-8' }, body };
}

function notSupported(request: NodeRequest): NodeResponse {
  return errorPage(request, 405, `HTTP method ${request.method} is not supported by this URL`);
}
