import type { Fault, Tampering } from '@coin/mock-node';
import type { RpcErrorCode } from '@coin/rpc';
import type { EndpointCase } from './endpoint-cases.ts';

/** What an endpoint function must come to: an error's code, or its honest value. */
export type Outcome = RpcErrorCode | 'honest value';

/** One way for an answer to go wrong, and what each kind of endpoint must make of it. */
export interface FaultCase {
  readonly name: string;
  /** Undefined where it does not apply to this endpoint. */
  readonly fault: (endpoint: EndpointCase) => Fault | undefined;
  readonly read: Outcome;
  readonly build: Outcome;
  readonly broadcast: Outcome;
  /** The wait that the error must tell, in milliseconds. */
  readonly retryAfterMs?: number;
  /** How long the client waits, in milliseconds; 5,000 unless given. */
  readonly timeoutMs?: number;
}

// An answer to a broadcast that can't be read may stand for a transaction that was taken.
const unknown = 'BROADCAST_OUTCOME_UNKNOWN';
const all = (outcome: Outcome) => ({ read: outcome, build: outcome, broadcast: outcome });
const unread = (outcome: Outcome) => ({ read: outcome, build: outcome, broadcast: unknown }) as const;
const fault = (what: Fault) => () => what;
const status = (code: number, body?: string) =>
  fault({ kind: 'status', status: code, ...(body !== undefined && { body }) });
const limited = { ...all('RATE_LIMITED') };
/** For tests in which time is short: a hang is noticed at once. */
const brief = { timeoutMs: 60 };
const HTTP_DATE = 4_102_444_800_000;

/** Faults that any answer may have. */
export const faultCases = (now: () => number): readonly FaultCase[] => [
  { name: 'status 400', fault: status(400, 'bad request'), ...all('HTTP_STATUS') },
  { name: 'status 401', fault: status(401, 'which key?'), ...all('UNAUTHORIZED') },
  { name: 'status 403', fault: status(403, 'forbidden'), ...all('UNAUTHORIZED') },
  { name: 'status 404', fault: status(404, 'Not Found'), ...all('NOT_SUPPORTED') },
  { name: 'status 500', fault: status(500, 'oops'), ...unread('HTTP_STATUS') },
  { name: 'status 503', fault: status(503), ...unread('HTTP_STATUS') },
  { name: 'a page at 200', fault: fault({ kind: 'html' }), ...unread('RESPONSE_NOT_JSON') },
  { name: 'a page at 502', fault: fault({ kind: 'html', status: 502 }), ...unread('HTTP_STATUS') },
  { name: 'an empty body', fault: fault({ kind: 'empty' }), ...unread('RESPONSE_EMPTY') },
  { name: 'a truncated body', fault: fault({ kind: 'truncated' }), ...unread('RESPONSE_NOT_JSON') },
  {
    name: 'an array',
    fault: fault({ kind: 'status', status: 200, body: '[]', headers: { 'content-type': 'application/json' } }),
    ...unread('RESPONSE_UNEXPECTED'),
  },
  {
    name: 'another content type',
    fault: fault({ kind: 'content-type', value: 'text/plain' }),
    ...unread('RESPONSE_NOT_JSON'),
  },
  {
    name: 'a member of another type',
    fault: ({ member }) => ({ kind: 'replaced', key: member, json: '{"is":"wrong"}' }),
    ...unread('RESPONSE_UNEXPECTED'),
  },
  {
    name: 'a member twice',
    fault: ({ member }) => ({ kind: 'duplicate-key', key: member, json: '1' }),
    ...unread('RESPONSE_NOT_JSON'),
  },
  {
    name: 'an integer over int64',
    fault: ({ amount }) =>
      amount === undefined ? undefined : { kind: 'replaced', key: amount, json: '9223372036854775808' },
    ...unread('RESPONSE_UNEXPECTED'),
  },
  {
    name: 'a fraction',
    fault: ({ amount }) => (amount === undefined ? undefined : { kind: 'replaced', key: amount, json: '1.5' }),
    ...unread('RESPONSE_UNEXPECTED'),
  },
  {
    name: 'Error at 200',
    fault: fault({ kind: 'error', message: 'class java.lang.NullPointerException : null' }),
    ...all('NODE_ERROR'),
  },
  {
    name: 'Error of a check at 200',
    fault: fault({
      kind: 'error',
      message: 'class org.tron.core.exception.ContractValidateException : no such account',
    }),
    ...all('VALIDATION_FAILED'),
  },
  ...(['text', 'hex'] as const).map((notation): FaultCase => ({
    name: `a refusal in ${notation}`,
    fault: fault({ kind: 'refusal', code: 'SIGERROR', message: 'Validate signature error', notation }),
    ...unread('RESPONSE_UNEXPECTED'),
    broadcast: 'BROADCAST_REFUSED',
  })),
  { name: '429', fault: fault({ kind: 'rate-limited' }), ...limited },
  {
    name: '429, seconds',
    fault: fault({ kind: 'rate-limited', retryAfter: { seconds: 7 } }),
    ...limited,
    retryAfterMs: 7_000,
  },
  {
    name: '429, a date',
    fault: fault({ kind: 'rate-limited', retryAfter: { date: HTTP_DATE } }),
    ...limited,
    retryAfterMs: HTTP_DATE - now(),
  },
  {
    name: '429, words',
    fault: fault({ kind: 'rate-limited', retryAfter: { words: 5 } }),
    ...limited,
    retryAfterMs: 5_000,
  },
  { name: 'silence', fault: fault({ kind: 'hang' }), ...unread('TIMEOUT'), ...brief },
  { name: 'silence in the body', fault: fault({ kind: 'hang-in-body' }), ...unread('TIMEOUT'), ...brief },
  { name: 'an endless body', fault: fault({ kind: 'endless-body' }), ...unread('RESPONSE_TOO_LARGE') },
  { name: 'a reset', fault: fault({ kind: 'reset' }), ...unread('NETWORK_FAILED') },
  { name: 'a reset in the body', fault: fault({ kind: 'reset-in-body' }), ...unread('NETWORK_FAILED') },
  { name: 'a redirect', fault: fault({ kind: 'redirect', location: 'http://127.0.0.1:9/' }), ...all('HTTP_STATUS') },
  { name: 'latency', fault: fault({ kind: 'latency', milliseconds: 5 }), ...all('honest value') },
  {
    name: 'latency over the limit',
    fault: fault({ kind: 'latency', milliseconds: 2_000 }),
    ...unread('TIMEOUT'),
    ...brief,
  },
];

/** Ways in which a node builds another transaction than was asked for. */
export const tamperings = (thief: string): Readonly<Record<string, Tampering>> => ({
  'another recipient': { recipient: thief },
  'another owner': { owner: thief },
  'another amount': { amount: 999_999_999n },
  'another fee limit': { feeLimit: 15_000_000_000n },
  'a memo': { memo: 'thank you' },
  'another permission': { permissionId: 2 },
  'an expiration years away': { expiration: HTTP_DATE_BIG },
  'a second contract': { secondContract: true },
  'another amount under the honest id': { amount: 999_999_999n, ids: 'kept' },
});
const HTTP_DATE_BIG = 4_102_444_800_000n;
