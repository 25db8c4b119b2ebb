import { isJsonArray, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import { failureOf, MalformedArgument, protocolFailures, tooLargeBatch, type Failure } from './failures.ts';
import { javaDouble, scalarText, WrittenJson, writeAnswer, type Json } from './json-text.ts';
import { readFirstJson } from './read-json.ts';

/** A method that a request can call. */
export interface NamedMethod {
  /** The exact number of arguments, or the numbers of its forms. */
  readonly parameters: number | readonly number[];
  /** @throws MalformedArgument, MethodError, and errors with a Java class */
  readonly run: (values: readonly JsonValue[]) => Json;
}

export type FindMethod = (name: string) => NamedMethod | undefined;

/** Maximum number of requests in a body, including those in nested lists. Decision: a node has no limit. */
const MAX_REQUESTS = 10_000;

/**
 * The answer to a body: one request, or a list of requests and lists. Undefined for a notification, and for a request
 * on which the node fails silently.
 *
 * Source: docs/protocol/json-rpc.md, Requests.
 */
export function answerBody(body: string, find: FindMethod): string | undefined {
  const request = readFirstJson(body);
  if (request === undefined) return writeAnswer(anonymous(protocolFailures.parseError));
  try {
    const count = countRequests(request);
    if (count > MAX_REQUESTS) return writeAnswer(anonymous(tooLargeBatch(count, MAX_REQUESTS)));
    const answer = answerValue(request, find, 0);
    return answer === null ? undefined : writeAnswer(answer);
  } catch (error) {
    if (error instanceof MalformedArgument) return writeAnswer(anonymous(protocolFailures.parseError));
    if (error instanceof Unanswered) return undefined;
    throw error;
  }
}

/** The node fails on a request outside its methods. */
class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** The node runs out of stack somewhere beyond a thousand nested lists. */
const MAX_DEPTH = 1000;

function answerValue(request: JsonValue, find: FindMethod, depth: number): Json {
  if (request instanceof Map) return answerRequest(request, find);
  if (request === null || !isJsonArray(request)) return anonymous(protocolFailures.invalidRequest);
  if (depth >= MAX_DEPTH) throw new StackExhausted();
  return request.map((element) => answerElement(element, find, depth + 1));
}

/** Counts the elements of a list, including those of nested lists. */
function countRequests(request: JsonValue, depth = 0): number {
  if (request === null || request instanceof Map || !isJsonArray(request) || depth >= MAX_DEPTH) return 0;
  return request.reduce((sum: number, element) => sum + 1 + countRequests(element, depth + 1), 0);
}

class StackExhausted extends Unanswered {}

/** In a list, a request that fails outside its method gets an answer. */
function answerElement(element: JsonValue, find: FindMethod, depth: number): Json {
  try {
    return answerValue(element, find, depth);
  } catch (error) {
    if (error instanceof StackExhausted) throw error;
    if (error instanceof MalformedArgument || error instanceof Unanswered)
      return anonymous(protocolFailures.parseError);
    throw error;
  }
}

/** The error of a request whose id is not read, with a fixed id. */
function anonymous(failure: Failure): Json {
  return { jsonrpc: '2.0', id: 'null', error: errorOf(failure) };
}

/** The answer to a request; null for a notification. */
function answerRequest(request: JsonObject, find: FindMethod): Json {
  const id = idOf(request.get('id'));
  const version = request.get('jsonrpc') ?? null;
  const head = { jsonrpc: version === null ? '2.0' : (scalarText(version) ?? ''), id: id ?? null };
  const refuse = (failure: Failure): Json => ({ ...head, error: errorOf(failure) });
  const name = request.get('method') ?? null;
  const method = name === null ? undefined : find(scalarText(name) ?? '');
  if (method === undefined) return refuse(protocolFailures.methodNotFound);
  const values = valuesOf(request.get('params') ?? null);
  if (values === undefined || ![method.parameters].flat().includes(values.length))
    return refuse(protocolFailures.invalidParameters);
  try {
    const result = method.run(values);
    return id === undefined ? null : { ...head, result };
  } catch (error) {
    if (error instanceof MalformedArgument) throw error;
    return refuse(failureOf(error));
  }
}

function errorOf({ code, message, data }: Failure): Json {
  return { code, message, ...(data !== undefined && { data }) };
}

/**
 * The id to repeat; undefined for a notification. An integer above 64 bits keeps its low 32.
 *
 * @throws Unanswered for anything but numbers and text.
 */
function idOf(id: JsonValue | undefined): Json | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'string') return id;
  if (typeof id === 'bigint') return new WrittenJson(String(BigInt.asIntN(64, id) === id ? id : BigInt.asIntN(32, id)));
  if (typeof id === 'object' && 'decimal' in id) {
    const double = javaDouble(id);
    return double.endsWith('Infinity') ? double : new WrittenJson(double);
  }
  throw new Unanswered();
}

/** Returns the arguments in order. No method supports named arguments. */
function valuesOf(parameters: JsonValue): readonly JsonValue[] | undefined {
  if (parameters === null) return [];
  if (parameters instanceof Map) return parameters.size === 0 ? [] : undefined;
  if (!isJsonArray(parameters)) throw new Unanswered();
  return parameters;
}
