import { composeJson, quoteJson, stringMember, type JsonObject } from '../../json/json-value.ts';
import { textBytes } from '../../json/protobuf-printer.ts';
import { parseJsonObject } from '../../json/read-json.ts';
import { RequestError } from '../../json/request-errors.ts';
import { isTrue, type NodeRequest } from '../../message/request.ts';
import { jsonResponse, type NodeResponse } from '../../message/response.ts';
import { composeBuiltTransaction, packTransactionObject } from '../../message/transaction-json.ts';
import { transactionId } from '../../protocol/messages/ids.ts';
import { type Fault } from './faults.ts';
import { duplicateMembers, replaceMembers } from './json-edit.ts';
import { tamper, type Tampering } from './tampering.ts';

/** The part of an answer that reaches the client: all, a part, or nothing. */
export type Delivery =
  | { readonly kind: 'whole'; readonly response: NodeResponse; readonly delay?: number }
  /** The beginning of the body, followed by silence, a broken connection, or endless blanks. */
  | { readonly kind: 'partial'; readonly response: NodeResponse; readonly ending: 'hang' | 'reset' | 'endless' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' };

/** Answers a request without faults, from the ledger of `blocksAgo` blocks ago; by default from the newest. */
export type AnswerRequest = (request: NodeRequest, options?: { readonly blocksAgo?: number }) => NodeResponse;

/** Applies a fault to a request. The router falsifies ledgers. */
export function deliverFault(
  fault: Exclude<Fault, { kind: 'falsified' }>,
  request: NodeRequest,
  answer: AnswerRequest,
): Delivery {
  switch (fault.kind) {
    case 'hang':
    case 'reset':
      return { kind: fault.kind };
    case 'hang-in-body':
      return firstHalf(answer(request), 'hang');
    case 'reset-in-body':
      return firstHalf(answer(request), 'reset');
    case 'endless-body':
      return firstHalf(answer(request), 'endless');
    case 'latency':
      return { kind: 'whole', response: answer(request), delay: fault.latencyMs };
    case 'lost-broadcast':
      return lostBroadcast(fault, request, answer);
    case 'stale':
      return whole(answer(request, { blocksAgo: fault.blocks }));
    case 'status':
    case 'html':
    case 'error':
    case 'rejection':
    case 'rate-limited':
    case 'redirect':
      return whole(replacement(fault, request));
    case 'empty':
    case 'truncated':
    case 'content-type':
    case 'replaced':
    case 'duplicate-key':
    case 'tampered':
      return whole(altered(fault, answer(request)));
  }
}

function whole(response: NodeResponse): Delivery {
  return { kind: 'whole', response };
}

function firstHalf(response: NodeResponse, ending: 'hang' | 'reset' | 'endless'): Delivery {
  return { kind: 'partial', response: cut(response, 0.5), ending };
}

type Replacement = Extract<Fault, { kind: 'status' | 'html' | 'error' | 'rejection' | 'rate-limited' | 'redirect' }>;

/** Returns the response of a fault that replaces the node's answer. */
function replacement(fault: Replacement, request: NodeRequest): NodeResponse {
  switch (fault.kind) {
    case 'status':
      return { status: fault.status, headers: fault.headers ?? plainText, body: fault.body ?? '' };
    case 'html':
      return { status: fault.status ?? 200, headers: { 'content-type': 'text/html' }, body: GATEWAY_PAGE };
    case 'error':
      return jsonResponse(`${composeJson([['Error', quoteJson(fault.message)]])}\n`);
    case 'rejection':
      return rejection(fault, request);
    case 'rate-limited':
      return rateLimited(fault);
    case 'redirect':
      return { status: fault.status ?? 302, headers: { location: fault.location }, body: '' };
  }
}

const plainText = { 'content-type': 'text/plain' };
const GATEWAY_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Just a moment…</title></head><body><h1>Checking your connection</h1></body></html>\n';

type Alteration = Extract<
  Fault,
  { kind: 'empty' | 'truncated' | 'content-type' | 'replaced' | 'duplicate-key' | 'tampered' }
>;

function altered(fault: Alteration, response: NodeResponse): NodeResponse {
  const { body } = response;
  switch (fault.kind) {
    case 'empty':
      return { ...response, body: '' };
    case 'truncated':
      return cut(response, fault.share ?? 0.5);
    case 'content-type':
      return { ...response, headers: { ...response.headers, 'content-type': fault.value } };
    case 'replaced':
      return { ...response, body: replaceMembers(body, fault.key, fault.json) };
    case 'duplicate-key':
      return { ...response, body: duplicateMembers(body, fault.key, fault.json) };
    case 'tampered':
      return { ...response, body: tamperAnswer(body, fault.change) };
  }
}

function cut(response: NodeResponse, share: number): NodeResponse {
  return { ...response, body: response.body.slice(0, Math.floor(response.body.length * share)) };
}

/** Contract calls report a rejection in `result`, other requests at the top level. */
function rejection(fault: Extract<Fault, { kind: 'rejection' }>, { path }: NodeRequest): NodeResponse {
  const message = fault.notation === 'hex' ? textBytes(fault.message) : fault.message;
  const json = composeJson([
    ['code', quoteJson(fault.code)],
    ['message', quoteJson(message)],
  ]);
  const isCall = /\/(trigger(constant|smart)contract|estimateenergy)$/.test(path);
  return jsonResponse(`${isCall ? composeJson([['result', json]]) : json}\n`);
}

function rateLimited({ retryAfter }: Extract<Fault, { kind: 'rate-limited' }>): NodeResponse {
  const wait = retryAfter === undefined ? undefined : waitText(retryAfter);
  const words = retryAfter?.kind === 'text' ? ` The server is suspended for ${wait} s.` : '';
  const header = retryAfter?.kind === 'text' ? undefined : wait;
  return {
    status: 429,
    headers: { 'content-type': 'application/json', ...(header !== undefined && { 'retry-after': header }) },
    body: `${composeJson([['Error', quoteJson(`Rate limit exceeded.${words}`)]])}\n`,
  };
}

function waitText(wait: NonNullable<Extract<Fault, { kind: 'rate-limited' }>['retryAfter']>): string {
  return wait.kind === 'date' ? new Date(wait.time).toUTCString() : String(Math.ceil(wait.waitMs / 1000));
}

type LostBroadcast = Extract<Fault, { kind: 'lost-broadcast' }>;

function lostBroadcast(fault: LostBroadcast, request: NodeRequest, answer: AnswerRequest): Delivery {
  const response = fault.taken ? answer(request) : undefined;
  if (fault.answer !== 'success') return { kind: fault.answer };
  return whole(response ?? pretendedSuccess(request));
}

/** Returns the answer of a node that accepted the transaction. */
function pretendedSuccess({ body }: NodeRequest): NodeResponse {
  const id = unlessRefused(() => {
    const json = parseJsonObject(body);
    const visible = isTrue(json && stringMember(json, 'visible'));
    return json?.has('raw_data') ? transactionId(packTransactionObject(json, { visible }).raw_data) : undefined;
  });
  return jsonResponse(
    `${composeJson([
      ['result', 'true'],
      ['txid', quoteJson(id ?? '')],
    ])}\n`,
  );
}

/** Returns the value read; undefined if the node's reader rejects the text, such as a page of HTML. */
function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return undefined;
  }
}

/** Changes the transaction in an answer, which is either the answer itself or its member `transaction`. */
function tamperAnswer(body: string, change: Tampering): string {
  const answer = unlessRefused(() => parseJsonObject(body));
  const nested = answer?.get('transaction');
  if (nested instanceof Map) return replaceMembers(body, 'transaction', tamperedJson(nested, change));
  return answer?.has('raw_data') ? `${tamperedJson(answer, change)}\n` : body;
}

function tamperedJson(json: JsonObject, change: Tampering): string {
  const visible = isTrue(stringMember(json, 'visible'));
  const tampered = composeBuiltTransaction(tamper(packTransactionObject(json, { visible }), change), { visible });
  if (change.ids !== 'kept') return tampered;
  return ['txID', 'raw_data_hex'].reduce(
    (text, key) => replaceMembers(text, key, quoteJson(stringMember(json, key) ?? '')),
    tampered,
  );
}
