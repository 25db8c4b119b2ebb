import { isJsonArray, writeJson, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import { readJson, standardRules } from '../../json/read-json.ts';
import { RequestError } from '../../json/request-errors.ts';
import {
  failureOf,
  MalformedArgument,
  protocolFailures,
  tooLargeAnswer,
  tooLargeBatch,
  type Failure,
} from './failures.ts';
import { javaDouble, scalarText, WrittenJson, writeAnswer, type Json } from './json-text.ts';

/** A method that a request can call. */
export interface NamedMethod {
  /** The exact number of arguments, or the numbers of its forms. */
  readonly parameters: number | readonly number[];
  /** @throws MalformedArgument, MethodError, and errors with a Java class */
  readonly run: (values: readonly JsonValue[]) => Json;
}

export type FindMethod = (name: string) => NamedMethod | undefined;

/** Maximum number of requests in a body, and size of an answer in bytes. Source: docs/protocol/json-rpc.md, Limits. */
const MAX_REQUESTS = 100;
const MAX_ANSWER_BYTES = 26_214_400;

/**
 * The answer to a body: one request, or a list of requests. Undefined for notifications, and for a request on which the
 * node fails silently.
 *
 * Source: docs/protocol/json-rpc.md, Requests.
 */
export function answerBody(body: string, find: FindMethod): string | undefined {
  const request = readRequest(body);
  if (request === undefined) return writeAnswer(refusal(protocolFailures.parseError));
  if (request instanceof Map) {
    const answer = answerAlone(request, find);
    return answer !== undefined && byteLength(answer) > MAX_ANSWER_BYTES ? writeTooLarge(request) : answer;
  }
  if (request === null || !isJsonArray(request) || request.length === 0)
    return writeAnswer(refusal(protocolFailures.invalidRequest));
  if (request.length > MAX_REQUESTS) return writeAnswer([refusal(tooLargeBatch(request.length, MAX_REQUESTS))]);
  return answerBatch(request, find);
}

function readRequest(body: string): JsonValue | undefined {
  try {
    return readJson(body.replace(/^\ufeff/, ''), standardRules);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** Answers the requests of a list until the answers are too large together. Undefined for notifications only. */
function answerBatch(requests: readonly JsonValue[], find: FindMethod): string | undefined {
  const answers: string[] = [];
  let room = MAX_ANSWER_BYTES - '[]'.length;
  for (const request of requests) {
    const isFull = room < 0;
    let answer = isFull ? writeTooLarge(request) : answerElement(request, find);
    if (answer === undefined) continue;
    if (!isFull) room -= byteLength(answer) + (answers.length > 0 ? 1 : 0);
    if (!isFull && room < 0) answer = writeTooLarge(request) ?? answer;
    answers.push(answer);
  }
  return answers.length === 0 ? undefined : `[${answers.join()}]`;
}

function answerElement(request: JsonValue, find: FindMethod): string | undefined {
  return request instanceof Map ? answerAlone(request, find) : writeAnswer(refusal(protocolFailures.invalidRequest));
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** The answer to a request for which there is no room; undefined for a notification. */
function writeTooLarge(request: JsonValue): string | undefined {
  if (!(request instanceof Map)) return writeAnswer(refusal(protocolFailures.invalidRequest));
  const id = request.get('id');
  return id === undefined ? undefined : writeAnswer(refusal(tooLargeAnswer(MAX_ANSWER_BYTES), id));
}

/** The answer to a single request; undefined for a notification. */
function answerAlone(request: JsonObject, find: FindMethod): string | undefined {
  try {
    const answer = answerRequest(request, find);
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

/** The error of a request that is not one. */
const refusal = (failure: Failure, id: JsonValue = null): Json => ({
  jsonrpc: '2.0',
  error: errorOf(failure),
  id: new WrittenJson(writeJson(id)),
});

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
