import { stringMember, writeJson, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { parseFields, parseMessage } from '../json/protobuf-parser.ts';
import { bodyRules, parseJson, parseJsonObject } from '../json/read-json.ts';
import { nullPointerError, RequestError } from '../json/request-errors.ts';
import { type MessageInit, type MessageSchema } from '../protocol/messages/schema.ts';

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
  /** The notation that the client requests. */
  readonly visible: boolean;
}

/** Maximum size of a body in bytes. Source: docs/protocol/node-configuration.md, Sizes, connections. */
export const MAX_BODY_BYTES = 4_194_304;
/** A dump of a long chain is much larger than any request to a node. */
const MAX_ADMIN_BODY_BYTES = 128 * 1024 * 1024;

/** Maximum number of bytes kept of a body. */
export const bodyLimit = (path: string): number => (path.startsWith('/admin/') ? MAX_ADMIN_BODY_BYTES : MAX_BODY_BYTES);

const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * Reads a body that must be JSON, regardless of its content type.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 *
 * @throws RequestError for a body that is not valid JSON.
 */
export function readJsonBody(request: NodeRequest): RequestBody {
  return bodyOf(joinedLines(request.body));
}

/**
 * Reads a body that may also be a form, if its content type is exactly a form's. The form's values become strings.
 *
 * @throws RequestError for a body that is not valid JSON.
 */
export function readFormOrJsonBody(request: NodeRequest): RequestBody {
  const lines = joinedLines(request.body);
  return bodyOf(request.contentType?.toLowerCase() === FORM_TYPE ? jsonOfForm(lines) : lines);
}

function bodyOf(text: string): RequestBody {
  if (text.trim() === '') return { text, json: undefined, visible: false };
  const json = parseJsonObject(text, bodyRules);
  if (json === undefined) throw nullPointerError();
  return { text, json, visible: isTrue(stringMember(json, 'visible')) };
}

/** Returns the object of a body. @throws RequestError for a blank body. */
export function jsonOf({ json }: RequestBody): JsonObject {
  if (json === undefined) throw nullPointerError();
  return json;
}

/**
 * Reads the body as a message of the protocol. @throws RequestError with the line and column of the unexpected token.
 */
export function parseBody<T>(schema: MessageSchema<T>, { text, visible }: RequestBody): T {
  return parseMessage(schema, text, { visible });
}

/** Reads only the given fields of the body, without defaults. */
export function parseGivenFields<T>(schema: MessageSchema<T>, { text, visible }: RequestBody): MessageInit<T> {
  return parseFields(schema, text, { visible });
}

/** Reads the object of a body whose `visible` does not matter. @throws RequestError for a blank body. */
export function readObject({ body }: NodeRequest, rules = bodyRules): JsonObject {
  const json = parseJsonObject(joinedLines(body), rules);
  if (json === undefined) throw nullPointerError();
  return json;
}

/** The node reads a body line by line. The last line break is lost, and every other becomes one character. */
function joinedLines(body: string): string {
  return body.includes('\n') || body.includes('\r') ? body.replace(/\r\n?/g, '\n').replace(/\n$/, '') : body;
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
    parseJson(text, bodyRules);
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
  /** Whether a GET asks for integers of 64 bits as strings. */
  readonly int64AsString: boolean;
}

/** @throws RequestError for a percent sign without two hexadecimal digits after it. */
export function readParameters({ query, method, contentType, body }: NodeRequest): Parameters {
  const given = parametersOf(query, 'URI query');
  const isForm = method === 'POST' && contentType?.toLowerCase().startsWith(FORM_TYPE);
  const form = parametersOf(isForm ? body : '', 'form content');
  const get = (name: string): string | undefined => given.get(name)?.[0] ?? form.get(name)?.[0];
  const int64AsString = method === 'GET' && isTrue(get('int64_as_string'));
  return { get, visible: isTrue(get('visible')), int64AsString };
}

function parametersOf(text: string, place: string): ReadonlyMap<string, readonly string[]> {
  if (!/%(?![0-9a-f]{2})/i.test(text)) return formFields(text);
  throw new RequestError('org.eclipse.jetty.http.BadMessageException', `400: Unable to parse ${place}`);
}
