import { type Milliseconds } from '../../protocol/primitives.ts';
import { type ForkBody, type ForkFetch } from './fetch.ts';
import { type Secrets } from './secrets.ts';

export interface ExchangeOptions {
  readonly fetch: ForkFetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: Milliseconds;
  readonly secrets: Secrets;
}

/** The result of one request. After `busy`, it may be repeated. */
export type Outcome =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'refusal'; readonly reason: string }
  | { readonly kind: 'busy'; readonly reason: string; readonly cause?: Error; readonly wait?: Milliseconds };

/** A hundred full blocks in JSON fit, and a hostile answer cannot exhaust the memory. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Longer texts of other programs are cut in errors. */
const MAX_QUOTED = 200;

export const quote = (text: string): string =>
  text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}… (${text.length} characters)`;

/**
 * Sends one request and reads the complete answer. Rejects redirects, limits time and size, and accepts only JSON with
 * status 200.
 */
export async function exchange(options: ExchangeOptions, address: string, body: string): Promise<Outcome> {
  const { timeoutMs, secrets } = options;
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<Outcome>((resolve) => {
    const reason = `it did not answer within ${timeoutMs} ms`;
    timer = setTimeout(() => resolve({ kind: 'busy', reason }), timeoutMs);
  });
  try {
    return await Promise.race([send(options, address, body, abort.signal), silence]);
  } catch (error) {
    const reason = secrets.mask(quote(reasonOf(error)));
    // The error itself may contain secrets.
    return { kind: 'busy', reason: `it does not answer (${reason})`, cause: new Error(reason) };
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

async function send(
  { fetch, headers, secrets }: ExchangeOptions,
  address: string,
  body: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { url, authorization } = withoutCredentials(address);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    body,
    redirect: 'manual',
    signal,
  });
  const { status } = response;
  // Browsers hide the status of a redirect.
  if (status === 0 || (status >= 300 && status < 400)) {
    const reason = `it redirects with status ${status}, and headers are not sent to another address; use that address instead`;
    return { kind: 'refusal', reason };
  }
  const received = await readText(response);
  if (received === undefined) return { kind: 'refusal', reason: `its answer is larger than ${MAX_ANSWER_BYTES} bytes` };
  const text = secrets.hideIn(received);
  const wait = status === 200 ? undefined : waitOf(response.headers.get('retry-after'), text);
  const reason = `it answers with status ${status}`;
  if (status === 429 || status >= 500 || wait !== undefined)
    return { kind: 'busy', reason, ...(wait !== undefined && { wait }) };
  if (status !== 200) return { kind: 'refusal', reason };
  const type = response.headers.get('content-type') ?? '';
  if (/json/i.test(type)) return { kind: 'answer', text };
  return { kind: 'refusal', reason: `it answers with the content type "${secrets.mask(quote(type))}", not JSON` };
}

type Response = Awaited<ReturnType<ForkFetch>>;

/** Undefined for an answer that is too large, which is not read to its end. */
async function readText(response: Response): Promise<string | undefined> {
  if (Number(response.headers.get('content-length')) > MAX_ANSWER_BYTES) return undefined;
  const { body } = response;
  if (typeof body?.getReader === 'function') return readParts(body);
  const text = await response.text();
  return text.length > MAX_ANSWER_BYTES ? undefined : text;
}

async function readParts(body: ForkBody): Promise<string | undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value?.length ?? 0;
    if (size > MAX_ANSWER_BYTES) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Moves an address's credentials to a header. `fetch` rejects such an address with a message that repeats them. */
function withoutCredentials(address: string): { readonly url: string; readonly authorization: Record<string, string> } {
  const url = new URL(address);
  const { username, password } = url;
  if (username === '' && password === '') return { url: address, authorization: {} };
  url.username = '';
  url.password = '';
  const credentials = btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { url: url.href, authorization: { authorization: `Basic ${credentials}` } };
}

/** The time that an endpoint asks to wait: in seconds, as a date, or in the wording of the best-known provider. */
function waitOf(retryAfter: string | null, text: string): Milliseconds | undefined {
  const seconds = retryAfter ?? /suspended for (\d+) ?s/.exec(text)?.[1];
  if (seconds === undefined) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(seconds) ? Number(seconds) * 1000 : Date.parse(seconds) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_WAIT);
}

const MAX_WAIT = 60_000;

/** The reason for a missing answer. The error is only `fetch failed`, and its cause has the details. */
function reasonOf(error: unknown): string {
  const { cause, message } = Object(error) as { readonly cause?: unknown; readonly message?: unknown };
  const { message: reason, code } = Object(cause) as { readonly message?: unknown; readonly code?: unknown };
  const known = [reason, code, message, error].find((text) => typeof text === 'string' && text !== '');
  return typeof known === 'string' ? known : 'an unknown error';
}
