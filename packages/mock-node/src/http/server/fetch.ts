import { bodyLimit, type NodeRequest } from '../../message/request.ts';
import { type NodeResponse } from '../../message/response.ts';
import { type Delivery } from '../instruments/fault-delivery.ts';
import { type LogRecord } from '../instruments/request-log.ts';
import { decodeBody } from './decode-body.ts';
import { type HttpApi } from './http-api.ts';
import { joinBytes } from './join-bytes.ts';
import { lineOf, nodeRequest } from './node-request.ts';

/**
 * Works like `fetch`, but always reaches this node: the host and port of the URL are ignored.
 *
 * It has the type of the global `fetch`, or the essential part of it if neither DOM nor Node types declare one. Errors
 * follow `fetch` too: it rejects with a TypeError for an invalid request or a broken connection, and with the signal's
 * reason after an abort.
 */
export type Fetch = typeof globalThis extends { fetch: infer Global extends (...args: never[]) => unknown }
  ? (...args: Parameters<Global>) => ReturnType<Global>
  : (input: string, init?: PlainRequest) => Promise<PlainResponse>;

/** A request without the platform's types. */
export interface PlainRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response without the platform's types. */
export interface PlainResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly text: () => Promise<string>;
  readonly json: () => Promise<unknown>;
}

const MAX_REDIRECTS = 20;

/**
 * Creates the `fetch` of a node. Like any `fetch`, it follows redirects by default, stops on an abort signal, and fails
 * with a TypeError if the connection breaks.
 * @internal
 */
export function createFetch({ begin, deliver }: Pick<HttpApi, 'begin' | 'deliver'>): Fetch {
  return async (input, init = {}) => {
    const { signal, redirect, begun, ...first } = await parseArguments(input, init, begin);
    let { request, address } = first;
    for (let redirects = 0; ; redirects++) {
      signal?.throwIfAborted();
      const delivery = await deliver(request, redirects === 0 ? begun : undefined);
      const response = await receive(delivery, request, signal);
      const location = response.headers.get('location');
      if (location === null || response.status < 300 || response.status > 399 || redirect === 'manual') return response;
      if (redirect === 'error') throw fetchError('unexpected redirect');
      if (redirects === MAX_REDIRECTS) throw fetchError('redirect count exceeded');
      address = new URL(location, address);
      request = redirected(request, response.status, address);
    }
  };
}

interface FetchArguments {
  readonly request: NodeRequest;
  readonly address: URL;
  readonly signal: AbortSignal | undefined;
  readonly redirect: RequestRedirect;
  /** Present if the body had to be awaited. */
  readonly begun?: LogRecord | undefined;
}

async function parseArguments(
  input: string | URL | Request,
  init: RequestInit,
  begin: HttpApi['begin'],
): Promise<FetchArguments> {
  const request = constructRequest(() => {
    const isPlain = typeof input === 'string' || input instanceof URL;
    const { body, signal } = init;
    const isPlainInit = body === undefined || body === null || typeof body === 'string';
    const hasSignal = signal !== undefined && signal !== null;
    // A platform signal needs no check. The platform checks any other signal.
    return isPlain && isPlainInit && !(hasSignal && !(signal instanceof AbortSignal))
      ? parsePlain(input, init)
      : new Request(input, init);
  });
  return 'address' in request ? request : parseRequest(request, begin);
}

/** An invalid request is a TypeError, whatever error its members throw. */
function constructRequest<T>(construct: () => T): T {
  try {
    return construct();
  } catch (error) {
    if (isTypeError(error)) throw error;
    throw new TypeError('The request cannot be read.', { cause: error });
  }
}

function isTypeError(error: unknown): boolean {
  try {
    return error instanceof TypeError;
  } catch {
    return false;
  }
}

/** Plain arguments need no Request object, whose creation costs more than answering it. */
function parsePlain(input: string | URL, init: RequestInit): FetchArguments {
  const body = init.body as string | null | undefined;
  const headers = new Headers(init.headers);
  const address = new URL(input);
  const contentType =
    headers.get('content-type') ?? (typeof body === 'string' ? 'text/plain;charset=UTF-8' : undefined);
  return {
    address,
    request: nodeRequest(lineOf((init.method ?? 'GET').toUpperCase(), address), {
      contentType,
      accept: headers.get('accept'),
      body: body === undefined || body === null ? '' : receivedText(body, contentType, bodyLimit(address.pathname)),
    }),
    signal: init.signal ?? undefined,
    redirect: checkRedirect(init.redirect),
  };
}

function checkRedirect(redirect: RequestRedirect = 'follow'): RequestRedirect {
  if (['follow', 'error', 'manual'].includes(redirect)) return redirect;
  throw new TypeError('The redirect mode of a request must be follow, error or manual.');
}

/** The text as the node decodes its UTF-8 bytes; undefined if there are too many. */
function receivedText(text: string, contentType: string | undefined, limit: number): string | undefined {
  if (text.length > limit) return undefined;
  // oxlint-disable-next-line no-control-regex
  if (/^[\0-\x7f]*$/.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  return bytes.length > limit ? undefined : decodeBody(bytes, contentType);
}

async function parseRequest(request: Request, begin: HttpApi['begin']): Promise<FetchArguments> {
  const address = new URL(request.url);
  const { method, signal, redirect } = request;
  const line = lineOf(method, address);
  const begun = begin(line);
  const contentType = request.headers.get('content-type');
  const bytes = await readBytes(request, bodyLimit(address.pathname));
  const body = bytes && decodeBody(bytes, contentType);
  return {
    address,
    begun,
    request: nodeRequest(line, { contentType, accept: request.headers.get('accept'), body }),
    signal,
    redirect,
  };
}

/** Reads a body of at most this many bytes; stops reading a larger one and returns undefined. */
async function readBytes({ body, headers }: Request, limit: number): Promise<Uint8Array | undefined> {
  if (body === null) return new Uint8Array();
  if (Number(headers.get('content-length')) > limit) {
    await body.cancel();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return joinBytes(chunks, size);
}

/** After 303, and after 301 and 302 of a POST, the request to the new address is a GET. */
function redirected(request: NodeRequest, status: number, address: URL): NodeRequest {
  const next = { ...request, ...lineOf(request.method, address) };
  return status === 307 || status === 308 || request.method === 'HEAD' ? next : { ...next, method: 'GET', body: '' };
}

async function receive(delivery: Delivery, request: NodeRequest, signal: AbortSignal | undefined): Promise<Response> {
  switch (delivery.kind) {
    case 'hang':
      return untilAborted(signal);
    case 'reset':
      throw fetchError('other side closed');
    case 'partial':
      return new Response(partialBody(delivery.response.body, delivery.ending, signal), headOf(delivery.response));
    case 'whole':
      if (delivery.delay !== undefined) await delay(delivery.delay, signal);
      return responseOf(delivery.response, request);
  }
}

function headOf({ status, headers }: NodeResponse): ResponseInit {
  return { status, headers };
}

const bodiless = new Set([101, 103, 204, 205, 304]);

function responseOf(response: NodeResponse, { method }: NodeRequest): Response {
  const { status, headers, body } = response;
  const isBodiless = method === 'HEAD' || body === '' || bodiless.has(status);
  // A string would add a content type to a response without one.
  const sent = 'content-type' in headers ? body : new TextEncoder().encode(body);
  return new Response(isBodiless ? null : sent, headOf(response));
}

/** The error of every `fetch` implementation when there is no response. */
function fetchError(reason: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(reason) });
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    function stop(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** A part of an endless body, small enough for many reads before a test times out. */
const endlessChunk = ' '.repeat(1024);

function partialBody(
  body: string,
  ending: 'hang' | 'reset' | 'endless',
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isStarted = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
    async pull(controller) {
      if (!isStarted) {
        isStarted = true;
        if (body !== '') return controller.enqueue(encoder.encode(body));
      }
      if (ending === 'reset') return controller.error(fetchError('other side closed'));
      if (ending === 'hang') return untilAborted(undefined);
      // Lets timers and aborts run.
      await new Promise((resolve) => setTimeout(resolve, 0));
      controller.enqueue(encoder.encode(endlessChunk));
    },
  });
}
