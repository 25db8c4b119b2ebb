import { type NodeClient } from '@coin/rpc';
import { clockAt } from './clock-at.ts';
import { recordedResponse, recordingClock } from './recordings.ts';
import { testClient, type TestClientOptions } from './test-client.ts';

export interface SentRequest {
  path: string;
  body: Record<string, unknown>;
  headers: Headers;
  url: string;
}

/** A recording's id, a response, an error to throw, or a function that makes a response. */
export type Answer =
  | string
  | Response
  | Error
  | ((request: SentRequest, signal: AbortSignal) => Response | Promise<Response>);

/**
 * A client whose node gives these answers in order, the last one for all further requests, and the requests that it
 * received. By its clock, a transaction is answered when it was built.
 */
export function clientWithAnswers(
  answers: Answer | readonly Answer[],
  options: TestClientOptions = {},
): { client: NodeClient; requests: SentRequest[] } {
  const list = [answers].flat();
  const requests: SentRequest[] = [];
  const { now, answered } = recordingClock();
  const fetch = async (input: Parameters<typeof globalThis.fetch>[0]): Promise<Response> => {
    const sent = input as Request;
    const request = {
      path: new URL(sent.url).pathname,
      body: JSON.parse(await sent.text()),
      headers: sent.headers,
      url: sent.url,
    };
    requests.push(request);
    const answer = list[Math.min(requests.length, list.length) - 1] ?? new Error('no answer is set');
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'function') return answer(request, sent.signal);
    return answered(request.path, typeof answer === 'string' ? recordedResponse(answer) : answer.clone());
  };
  const client = testClient({
    endpoints: 'http://node.example',
    fetch,
    retry: 0,
    clock: clockAt(now),
    ...options,
  });
  return { client, requests };
}

/** A response with a text as its JSON body. */
export const jsonResponse = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'application/json' } });
