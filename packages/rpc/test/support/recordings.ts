// Answers of a node of version 4.8.0, recorded with their requests; fixtures/recordings.json holds them verbatim.
import { readFileSync } from 'node:fs';
import { createNodeClient, toAddress, type NodeClient, type NodeClientOptions } from '@coin/rpc';
import { addressToHex, isAddress } from '@coin/rpc/address';

export interface Recorded {
  method: string;
  path: string;
  body?: string;
  status: number;
  type: string;
  answer: string;
}

export const recordings: Readonly<Record<string, Recorded>> = JSON.parse(
  readFileSync(new URL('../fixtures/recordings.json', import.meta.url), 'utf8'),
);

export function recorded(id: string): Recorded {
  const found = recordings[id];
  if (found === undefined) throw new Error(`nothing is recorded as ${id}`);
  return found;
}

export const recordedResponse = (id: string): Response => {
  const { status, type, answer } = recorded(id);
  return new Response(answer, { status, headers: { 'content-type': type } });
};

/** Recorded transactions are of this time. */
export const RECORDED_AT = 1_795_231_500_000;

export interface Asked {
  path: string;
  body: Record<string, unknown>;
  headers: Headers;
  url: string;
}

type Answer = string | Response | Error | ((asked: Asked, signal: AbortSignal) => Response | Promise<Response>);

/** A client whose node gives these answers in turn, the last one again and again; a string names a recording. */
export function clientAnswering(
  answers: Answer | readonly Answer[],
  options: Partial<NodeClientOptions> = {},
): { client: NodeClient; asked: Asked[] } {
  const list: readonly Answer[] = Array.isArray(answers) ? (answers as readonly Answer[]) : [answers as Answer];
  const asked: Asked[] = [];
  const fetch = async (input: Parameters<typeof globalThis.fetch>[0]): Promise<Response> => {
    const request = input as Request;
    const { pathname } = new URL(request.url);
    const entry = {
      path: pathname,
      body: JSON.parse(await request.text()),
      headers: request.headers,
      url: request.url,
    };
    asked.push(entry);
    const answer = list[Math.min(asked.length, list.length) - 1] ?? new Error('no answer was given');
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'function') return answer(entry, request.signal);
    return typeof answer === 'string' ? recordedResponse(answer) : answer.clone();
  };
  const client = createNodeClient({
    endpoints: 'http://node.example',
    fetch,
    retries: 0,
    clock: () => RECORDED_AT,
    ...options,
  });
  return { client, asked };
}

/** What a request asks, whichever way it writes addresses and defaults. */
function question(path: string, body: string | undefined): string {
  if (body === undefined || !/^\{.*\}$/s.test(body)) return `${path} ${body}`;
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string' && isBase58(value)) return addressToHex(value);
    if (Array.isArray(value)) return value.map(plain);
    if (!(value instanceof Object)) return value;
    const entries = Object.entries(value)
      .filter(([key, item]) => key !== 'visible' && item !== '' && item !== 0 && item !== false)
      .map(([key, item]) => [key, plain(item)] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return `${path} ${JSON.stringify(plain(JSON.parse(body)))}`;
}

const isBase58 = (value: string): boolean => isAddress(value) && toAddress(value) === value;

/** A `fetch` that answers each request as the recorded node answered the same. */
export function replayFetch(): typeof fetch {
  const answers = new Map<string, string>();
  for (const [id, { method, path, body }] of Object.entries(recordings)) {
    const key = method === 'GET' ? `${path} {}` : question(path, body);
    const visible = /"visible":true/;
    // an answer that shows addresses as asked for is the better one
    if (!answers.has(key) || (visible.test(body ?? '') && !visible.test(recorded(answers.get(key) ?? '').body ?? '')))
      answers.set(key, id);
  }
  return async (input, init) => {
    const request = new Request(input, init);
    const key = question(new URL(request.url).pathname, await request.text());
    const id = answers.get(key);
    if (id === undefined) throw new Error(`nothing is recorded for ${key}`);
    return recordedResponse(id);
  };
}
