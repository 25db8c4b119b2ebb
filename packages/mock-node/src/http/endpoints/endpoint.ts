import { type Chain } from '../../chain/chain.ts';
import { type NodeRequest } from '../../message/request.ts';
import { type State } from '../../state/root.ts';
import { type FindScript } from '../instruments/call-scripts.ts';

/** A request, and everything an endpoint needs to answer it. */
export interface RequestContext {
  readonly chain: Chain;
  /** Scripted answers to contract calls. */
  readonly findScript: FindScript;
  /** The ledger to read: the newest below `/wallet`, the solid one below `/walletsolidity`. */
  readonly state: State;
  /** Whether the answer includes pending transactions: not below `/walletsolidity`, and not for an earlier block. */
  readonly showsPending: boolean;
  readonly request: NodeRequest;
}

/** Returns the text of an answer; undefined for the empty body with which some endpoints answer a GET. */
export type Handler = (context: RequestContext) => string | undefined;

/**
 * One path of the node. A method without its handler is not supported (405).
 *
 * Source: docs/protocol/http.md, Endpoint table.
 */
export interface Endpoint {
  /** Below `/wallet`, and below `/walletsolidity` if `solid` is set. */
  readonly name: string;
  readonly solid?: true;
  readonly get?: Handler;
  readonly post?: Handler;
}

/** Handles a method that is accepted and answered with an empty body. */
export function emptyAnswer(): undefined {
  return undefined;
}

/**
 * The GET and POST handlers of an endpoint that reads its arguments from the query string or a form, not from the body.
 */
export function getAndPost(handler: Handler): Pick<Endpoint, 'get' | 'post'> {
  return { get: handler, post: handler };
}
