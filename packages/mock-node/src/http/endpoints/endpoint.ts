import type { Chain } from '../../chain/chain.ts';
import type { State } from '../../state/state.ts';
import type { CallScripts } from '../instruments/call-scripts.ts';
import { javaException } from '../json/request-errors.ts';
import { composeJson, quoteJson } from '../json/json-value.ts';
import type { NodeRequest } from '../message/request.ts';

/** What an endpoint works with. */
export interface Asked {
  readonly chain: Chain;
  /** Answers to contract calls that a test has written. */
  readonly scripts: CallScripts;
  /** The ledger that is asked: `/wallet` reads the newest, `/walletsolidity` the solid one. */
  readonly state: State;
  readonly request: NodeRequest;
}

/** Text of an answer; undefined for the empty body that some endpoints give to a GET. */
export type Answer = (asked: Asked) => string | undefined;

/**
 * One path of the node. Without `get` or `post` that method is not supported (405).
 *
 * Source: docs/protocol/http.md, Endpoint table.
 */
export interface Endpoint {
  /** Below `/wallet`, and below `/walletsolidity` where `solid` is set. */
  readonly name: string;
  readonly solid?: true;
  readonly get?: Answer;
  readonly post?: Answer;
}

/** A method that is taken, and answered with nothing. */
export function emptyAnswer(): undefined {
  return undefined;
}

/** The error object of a failed answer: an exception in the node's words. What is no exception of the node is thrown on. */
export function errorObject(error: unknown): string {
  const exception = javaException(error);
  if (exception === undefined) throw error;
  return composeJson([['Error', quoteJson(`class ${exception.javaClass} : ${exception.message}`)]]);
}
