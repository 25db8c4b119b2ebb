// Answers of a node of version 4.8.0, recorded with their requests; fixtures/recordings.json holds them verbatim.
import { readFileSync } from 'node:fs';
import { createNodeClient, toAddress, type NodeClient, type NodeClientOptions } from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';

export interface Recorded {
  method: string;
  path: string;
  body?: string;
  status: number;
  type: string;
  answer: string;
}

export const recordings: Readonly<Record<string, Recorded>> = JSON.parse(
  readFileSync(new URL('fixtures/recordings.json', import.meta.url), 'utf8'),
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
  const list = [answers].flat() as Answer[];
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
    const answer = list[Math.min(asked.length, list.length) - 1] as Answer;
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
  const entries = Object.entries(JSON.parse(body) as Record<string, unknown>)
    .filter(([key, value]) => key !== 'visible' && value !== '' && value !== 0)
    .map(
      ([key, value]) =>
        [
          key,
          typeof value === 'string' && /^T\w{33}$/.test(value) && isBase58(value) ? addressToHex(value) : value,
        ] as const,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${path} ${JSON.stringify(Object.fromEntries(entries))}`;
}

const isBase58 = (value: string): boolean => {
  try {
    return toAddress(value) === value;
  } catch {
    return false;
  }
};

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
