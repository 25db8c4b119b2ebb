import { isMockNodeError } from '../errors.ts';
import { parseJson } from '../json/fastjson-reader.ts';
import { isJsonArray, writeJson, type JsonValue } from '../json/json-value.ts';
import { javaException, RequestError, StackOverflowError } from '../json/request-errors.ts';
import { InterruptedError } from '../state/interrupted-error.ts';

/** What a method is called with; its result is written as JSON. @throws InvalidParamsError, MockNodeError */
export type RpcMethod = (params: readonly JsonValue[]) => unknown;

/** Parameters that a method does not accept. */
export class InvalidParamsError extends Error {
  static {
    this.prototype.name = 'InvalidParamsError';
  }
}

/**
 * Answers a request or a batch of them. Empty where nobody asked for an answer.
 *
 * Source: JSON-RPC 2.0 Specification, Request object, Response object, Batch.
 */
export function answerJsonRpc(
  body: string,
  methods: ReadonlyMap<string, RpcMethod>,
  spendEntries: (entries: number) => void,
): string {
  const request = parseRequest(body);
  if (request === undefined) return failure('null', PARSE_ERROR, 'JSON parse error');
  if (!isJsonArray(request)) return answerOne(request, methods) ?? '';
  if (request.length === 0) return invalidRequest('null');
  spendEntries(request.length);
  const answers = request.flatMap((one) => answerOne(one, methods) ?? []);
  return answers.length === 0 ? '' : `[${answers.join()}]`;
}

const [PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND] = [-32_700, -32_600, -32_601];
const [INVALID_PARAMS, INTERNAL_ERROR] = [-32_602, -32_603];
/** What the node cannot know, as at `/jsonrpc`. */
const UNKNOWN_STATE = -32_000;

function parseRequest(body: string): JsonValue | undefined {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof RequestError || error instanceof StackOverflowError) return undefined;
    throw error;
  }
}

function answerOne(request: JsonValue, methods: ReadonlyMap<string, RpcMethod>): string | undefined {
  if (!(request instanceof Map)) return invalidRequest('null');
  const id = request.get('id');
  if (!isId(id)) return invalidRequest('null');
  const name = request.get('method');
  const params = request.get('params') ?? [];
  if (typeof name !== 'string' || request.get('jsonrpc') !== '2.0') return invalidRequest(writeJson(id ?? null));
  const answer = call(writeJson(id ?? null), methods.get(name), params);
  return id === undefined ? undefined : answer;
}

function isId(id: JsonValue | undefined): boolean {
  return id === undefined || id === null || typeof id === 'string' || typeof id === 'bigint';
}

function call(id: string, method: RpcMethod | undefined, params: JsonValue): string {
  if (method === undefined) return failure(id, METHOD_NOT_FOUND, 'method not found');
  if (!isJsonArray(params)) return failure(id, INVALID_PARAMS, 'method parameters invalid');
  try {
    return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(method(params))}}`;
  } catch (error) {
    if (error instanceof InvalidParamsError || isMockNodeError(error))
      return failure(id, INVALID_PARAMS, error.message);
    if (error instanceof InterruptedError) {
      const { cause } = error;
      if (isMockNodeError(cause)) return failure(id, UNKNOWN_STATE, cause.message);
      throw error;
    }
    const exception = javaException(error);
    if (exception !== undefined) return failure(id, INTERNAL_ERROR, exception.message);
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return failure(id, INTERNAL_ERROR, `@coin/mock-node has a defect: ${trace}`);
  }
}

const invalidRequest = (id: string): string => failure(id, INVALID_REQUEST, 'invalid request');

function failure(id: string, code: number, message: string): string {
  return `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${JSON.stringify(message)}}}`;
}
