import { parseJson, parseJsonObject } from '../json/fastjson-reader.ts';
import { stringMember, writeJson, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { readOrdinaryFields, readOrdinaryObject } from '../json/ordinary-object.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { nullPointerError, RequestError } from '../json/request-errors.ts';
import { type MessageInit, type MessageSchema } from '../protocol/messages/schema.ts';
import { create } from '../protocol/messages/wire.ts';

/** The part of a request that arrives before its body. */
export interface RequestLine {
  readonly method: string;
  /** The path as sent, without host and query. */
  readonly path: string;
  /** The query string without its question mark; may be empty. */
  readonly query: string;
}

/** A request, independent of the transport. */
export interface NodeRequest extends RequestLine {
  readonly body: string;
  /** The body exceeded `bodyLimit` and was not kept. */
  readonly isOversized?: true;
  readonly contentType?: string;
  readonly accept?: string;
}

/** A body, and the parts that every endpoint reads first. */
export interface RequestBody {
  readonly text: string;
  /** Undefined for a blank body. */
  readonly json: JsonObject | undefined;
  /** Whether both of the node's readers read the same from it, which makes `json` equivalent to `text`. */
  readonly isOrdinary: boolean;
  /** The notation that the client requests. */
  readonly visible: boolean;
}

/** Maximum body size in bytes. Source: docs/protocol/node-configuration.md, Sizes, connections. */
export const MAX_BODY_BYTES = 4_194_304;
/** A dump of a long chain is much larger than any request to a node, and JSON-RPC has no limit. */
const MAX_ADMIN_BODY_BYTES = 128 * 1024 * 1024;

/** For the endpoints that the node does not limit. */
const MAX_UNCHECKED_BODY_BYTES = 16 * 1024 * 1024;
const uncheckedPath = /\/(broadcasthex|getReward|getBrokerage)$/;

/** Maximum number of bytes kept of a body: one line break more than the node accepts, which it does not count. */
export function bodyLimit(path: string): number {
  if (path.startsWith('/admin/') || path === '/jsonrpc') return MAX_ADMIN_BODY_BYTES;
  return uncheckedPath.test(path) ? MAX_UNCHECKED_BODY_BYTES : MAX_BODY_BYTES + '\r\n'.length;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * Reads a body that must be JSON, regardless of its content type.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 *
 * @throws RequestError for a body that is too large or not valid JSON.
 */
export function readJsonBody(request: NodeRequest): RequestBody {
  return bodyOf(checkedLines(request));
}

/**
 * Reads a body that may also be a form, if its content type is exactly a form's. The form's values become strings.
 *
 * @throws RequestError for a body that is too large or not valid JSON.
 */
export function readFormOrJsonBody(request: NodeRequest): RequestBody {
  const lines = checkedLines(request);
  return bodyOf(request.contentType?.toLowerCase() === FORM_TYPE ? jsonOfForm(lines) : lines);
}

function bodyOf(text: string): RequestBody {
  const ordinary = readOrdinaryObject(text);
  if (ordinary === undefined && text.trim() === '') return { text, json: undefined, isOrdinary: false, visible: false };
  const json = ordinary ?? parseJsonObject(text);
  if (json === undefined) throw nullObjectError('containsKey(Object)');
  return { text, json, isOrdinary: ordinary !== undefined, visible: isTrue(stringMember(json, 'visible')) };
}

/** The error of an endpoint that uses the object of a blank body. */
export function nullObjectError(method: string): RequestError {
  return nullPointerError(`Cannot invoke "com.alibaba.fastjson.JSONObject.${method}" because "jsonObject" is null`);
}

/**
 * Returns the object of a body.
 *
 * @param body - the body as JSON
 * @param method - the first method that the endpoint calls on it, which appears in the null pointer's message
 * @throws RequestError for a blank body.
 */
export function jsonOf({ json }: RequestBody, method = 'getString(String)'): JsonObject {
  if (json === undefined) throw nullObjectError(method);
  return json;
}

/**
 * Reads the body as a message of the protocol. @throws RequestError with the line and column of the unexpected token.
 */
export function parseBody<T>(schema: MessageSchema<T>, body: RequestBody): T {
  const fields = ordinaryFields(schema, body);
  return fields === undefined ? parseMessage(schema, body.text, body) : create(schema, fields);
}

/** Reads only the given fields, without defaults, for a query that reads one of dozens. */
export function parseGivenFields<T>(schema: MessageSchema<T>, body: RequestBody): MessageInit<T> {
  return ordinaryFields(schema, body) ?? (parseMessage(schema, body.text, body) as MessageInit<T>);
}

function ordinaryFields<T>(schema: MessageSchema<T>, body: RequestBody): MessageInit<T> | undefined {
  const { json, isOrdinary } = body;
  return isOrdinary && json !== undefined ? readOrdinaryFields(schema, json, body) : undefined;
}

/**
 * Reads the object of a body whose size and `visible` do not matter to the node. @throws RequestError for a blank body,
 * and for one that was not kept.
 */
export function readObjectOfAnySize(request: NodeRequest): JsonObject {
  if (request.isOversized) throw tooBig();
  const text = joinedLines(request.body);
  const json = text.trim() === '' ? undefined : parseJsonObject(text);
  if (json !== undefined) return json;
  throw nullPointerError(
    'Cannot invoke "com.alibaba.fastjson.JSONObject.getString(String)" because the return value of "com.alibaba.fastjson.JSONObject.parseObject(String)" is null',
  );
}

/** The node reads a body line by line. The last line break is lost, and every other becomes one character. */
function joinedLines(body: string): string {
  return body.includes('\n') || body.includes('\r') ? body.replace(/\r\n?/g, '\n').replace(/\n$/, '') : body;
}

function checkedLines({ body, isOversized }: NodeRequest): string {
  if (isOversized) throw tooBig();
  const lines = joinedLines(body);
  if (lines.length * 3 > MAX_BODY_BYTES && new TextEncoder().encode(lines).length > MAX_BODY_BYTES) throw tooBig();
  return lines;
}

/** The error of a body above the limit. */
export function tooBig(): RequestError {
  return new RequestError('java.lang.Exception', `body size is too big, the limit is ${MAX_BODY_BYTES}`);
}

function jsonOfForm(text: string): string {
  if (text === '' || isJson(text)) return text;
  const values = new Map<string, JsonValue>();
  for (const [name, texts] of formFields(text)) values.set(name, texts.length === 1 ? (texts[0] ?? '') : texts);
  return writeJson(values);
}

/** Collects values by name. Avoids `new URLSearchParams(text)`, which takes quadratic time in Node for many fields. */
function formFields(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const field of text.replace(/^\?/, '').split('&')) {
    if (field === '') continue;
    const equals = field.indexOf('=');
    const name = decodeField(equals === -1 ? field : field.slice(0, equals));
    const value = equals === -1 ? '' : decodeField(field.slice(equals + 1));
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

function decodeField(text: string): string {
  return /[%+]/.test(text) ? (new URLSearchParams(`name=${text}`).get('name') ?? '') : text;
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return false;
  }
}

export function isTrue(text: string | null | undefined): boolean {
  return text?.toLowerCase() === 'true';
}

/** The arguments of a query string and of a posted form. */
export interface Parameters {
  readonly get: (name: string) => string | undefined;
  readonly visible: boolean;
}

/** @throws RequestError for a percent sign without two hexadecimal digits after it. */
export function readParameters({ query, method, contentType, body }: NodeRequest): Parameters {
  const given = parametersOf(query, 'URI query');
  const isForm = method === 'POST' && contentType?.toLowerCase().startsWith(FORM_TYPE);
  const form = parametersOf(isForm ? body : '', 'form content');
  const get = (name: string): string | undefined => given.get(name)?.[0] ?? form.get(name)?.[0];
  return { get, visible: isTrue(get('visible')) };
}

function parametersOf(text: string, place: string): ReadonlyMap<string, readonly string[]> {
  if (!/%(?![0-9a-f]{2})/i.test(text)) return formFields(text);
  throw new RequestError('org.eclipse.jetty.http.BadMessageException', `400: Unable to parse ${place}`);
}
