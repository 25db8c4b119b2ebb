import { hexToBytes } from '@noble/hashes/utils.js';
import { type Exchange } from './exchange.ts';

/** An answer's object; empty for anything else. */
export type Answer = Readonly<Record<string, unknown>>;

const MAX_CHARACTERS = 1_000_000;

/** Parses the answer as JSON, except for large data answers, whose contents do not matter here. */
export function readAnswer({ response }: Exchange): Answer {
  const { body = '', status = 200 } = response ?? {};
  const isFailure = status >= 400 || body.startsWith('{"Error"');
  if (body.length > MAX_CHARACTERS && !isFailure) return {};
  try {
    const json: unknown = JSON.parse(body);
    return Object(Array.isArray(json) ? json.find((item) => Object(item)['error'] !== undefined) : json);
  } catch {
    return {};
  }
}

/** The error in an answer, in the node's words; undefined if it reports none. */
export function problemOfAnswer({ response }: Exchange, answer: Answer): string | undefined {
  if (response === undefined) return 'no answer';
  const { status, headers, body } = response;
  const problem = errorOf(answer);
  if (status < 400) return problem;
  const [line = ''] = headers['content-type']?.startsWith('text/plain') ? body.split('\n') : [];
  const words = problem ?? (line || textOf(answer['message']));
  return words === undefined ? `HTTP ${status}` : `HTTP ${status}: ${words}`;
}

function errorOf(answer: Answer): string | undefined {
  const { Error: exception, error, result } = answer;
  if (typeof exception === 'string') return withoutClass(exception);
  if (typeof error === 'object' && error !== null) return textOf(Object(error)['message']) ?? 'error';
  const { code, message } = typeof result === 'object' && result !== null ? Object(result) : answer;
  if (typeof code !== 'string' || code === 'SUCCESS') return undefined;
  const words = textOf(message);
  return words === undefined || words === '' ? code : `${code}: ${withoutClass(words)}`;
}

const withoutClass = (text: string): string => text.replace(/^class [\w.$]+ : /, '');

/** Returns a text, after decoding it from hexadecimal if necessary. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (!/^([0-9a-fA-F]{2})+$/.test(value)) return value;
  return new TextDecoder().decode(hexToBytes(value));
}
