import { type Fault, type Tampering } from '@coin/mock-node';
import { type RpcErrorCode } from '@coin/rpc';
import { type EndpointCase } from './endpoint-cases.ts';

/** The required result of an endpoint function: an error's code, or the value that it returns without a fault. */
export type Outcome = RpcErrorCode | 'correct value';

/** One way for an answer to go wrong, and the required outcome for each kind of endpoint. */
export interface FaultCase {
  readonly name: string;
  /** Undefined where the fault does not apply to this endpoint. */
  readonly fault: (endpoint: EndpointCase) => Fault | undefined;
  readonly read: Outcome;
  readonly build: Outcome;
  readonly broadcast: Outcome;
  /** The `retryAfterMs` that the error must carry, in milliseconds. */
  readonly retryAfterMs?: number;
}

// The node may have accepted a transaction even if its answer to the broadcast can't be read.
const UNKNOWN = 'BROADCAST_OUTCOME_UNKNOWN';
const all = (outcome: Outcome) => ({ read: outcome, build: outcome, broadcast: outcome });
const unreadable = (outcome: Outcome) => ({ read: outcome, build: outcome, broadcast: UNKNOWN }) as const;
const always = (fault: Fault) => () => fault;
const status = (code: number, body?: string) =>
  always({ kind: 'status', status: code, ...(body !== undefined && { body }) });
const rateLimited = all('RATE_LIMITED');
/** The first moment of the year 2100, in milliseconds since 1970. */
const YEAR_2100 = 4_102_444_800_000;

/** Faults that can befall any answer. */
export const faultCases = (now: () => number): readonly FaultCase[] => [
  { name: 'status 400', fault: status(400, 'bad request'), ...all('HTTP_STATUS') },
  { name: 'status 401', fault: status(401, 'which key?'), ...all('UNAUTHORIZED') },
  { name: 'status 403', fault: status(403, 'forbidden'), ...all('UNAUTHORIZED') },
  { name: 'status 404', fault: status(404, 'Not Found'), ...all('NOT_SUPPORTED') },
  { name: 'status 500', fault: status(500, 'oops'), ...unreadable('HTTP_STATUS') },
  { name: 'status 503', fault: status(503), ...unreadable('HTTP_STATUS') },
  { name: 'an HTML page with status 200', fault: always({ kind: 'html' }), ...unreadable('RESPONSE_NOT_JSON') },
  { name: 'an HTML page with status 502', fault: always({ kind: 'html', status: 502 }), ...unreadable('HTTP_STATUS') },
  { name: 'an empty body', fault: always({ kind: 'empty' }), ...unreadable('RESPONSE_EMPTY') },
  { name: 'a truncated body', fault: always({ kind: 'truncated' }), ...unreadable('RESPONSE_NOT_JSON') },
  {
    name: 'an array instead of an object',
    fault: always({ kind: 'status', status: 200, body: '[]', headers: { 'content-type': 'application/json' } }),
    ...unreadable('RESPONSE_INVALID'),
  },
  {
    name: 'content type text/plain',
    fault: always({ kind: 'content-type', value: 'text/plain' }),
    ...unreadable('RESPONSE_NOT_JSON'),
  },
  {
    name: 'a value of the wrong type',
    fault: ({ key }) => ({ kind: 'replaced', key, json: '{"is":"wrong"}' }),
    ...unreadable('RESPONSE_INVALID'),
  },
  {
    name: 'a duplicate key',
    fault: ({ key }) => ({ kind: 'duplicate-key', key, json: '1' }),
    ...unreadable('RESPONSE_NOT_JSON'),
  },
  {
    name: 'an integer above int64',
    fault: ({ amountKey }) =>
      amountKey === undefined ? undefined : { kind: 'replaced', key: amountKey, json: '9223372036854775808' },
    ...unreadable('RESPONSE_INVALID'),
  },
  {
    name: 'a fraction',
    fault: ({ amountKey }) => (amountKey === undefined ? undefined : { kind: 'replaced', key: amountKey, json: '1.5' }),
    ...unreadable('RESPONSE_INVALID'),
  },
  {
    name: 'an Error object with status 200',
    fault: always({ kind: 'error', message: 'class java.lang.NullPointerException : null' }),
    ...all('NODE_ERROR'),
  },
  {
    name: 'a validation Error with status 200',
    fault: always({
      kind: 'error',
      message: 'class org.tron.core.exception.ContractValidateException : no such account',
    }),
    ...all('VALIDATION_FAILED'),
  },
  ...(['text', 'hex'] as const).map((notation): FaultCase => ({
    name: `a rejection in ${notation}`,
    fault: always({ kind: 'rejection', code: 'SIGERROR', message: 'Validate signature error', notation }),
    ...unreadable('RESPONSE_INVALID'),
    broadcast: 'BROADCAST_REJECTED',
  })),
  { name: 'status 429', fault: always({ kind: 'rate-limited' }), ...rateLimited },
  {
    name: 'status 429, Retry-After in seconds',
    fault: always({ kind: 'rate-limited', retryAfter: { kind: 'seconds', waitMs: 7000 } }),
    ...rateLimited,
    retryAfterMs: 7_000,
  },
  {
    name: 'status 429, Retry-After as a date',
    fault: always({ kind: 'rate-limited', retryAfter: { kind: 'date', time: YEAR_2100 } }),
    ...rateLimited,
    retryAfterMs: YEAR_2100 - now(),
  },
  {
    name: 'status 429, the wait in the body',
    fault: always({ kind: 'rate-limited', retryAfter: { kind: 'text', waitMs: 5000 } }),
    ...rateLimited,
    retryAfterMs: 5_000,
  },
  { name: 'no answer', fault: always({ kind: 'hang' }), ...unreadable('TIMEOUT') },
  { name: 'a body that stops', fault: always({ kind: 'hang-in-body' }), ...unreadable('TIMEOUT') },
  { name: 'an endless body', fault: always({ kind: 'endless-body' }), ...unreadable('RESPONSE_TOO_LARGE') },
  { name: 'a connection reset', fault: always({ kind: 'reset' }), ...unreadable('NETWORK_FAILED') },
  { name: 'a connection reset in the body', fault: always({ kind: 'reset-in-body' }), ...unreadable('NETWORK_FAILED') },
  { name: 'a redirect', fault: always({ kind: 'redirect', location: 'http://127.0.0.1:9/' }), ...all('HTTP_STATUS') },
  { name: 'latency', fault: always({ kind: 'latency', latencyMs: 500 }), ...all('correct value') },
  {
    name: 'latency above the timeout',
    fault: always({ kind: 'latency', latencyMs: 20_000 }),
    ...unreadable('TIMEOUT'),
  },
];

/** Ways in which a node builds a different transaction from the one requested. */
export const tamperings = (attacker: string): Readonly<Record<string, Tampering>> => ({
  'a different recipient': { recipient: attacker },
  'a different owner': { owner: attacker },
  'a different amount': { amount: 999_999_999n },
  'a different fee limit': { feeLimit: 15_000_000_000n },
  'a memo': { memo: 'thank you' },
  'a different permission': { permissionId: 2 },
  'an expiration years away': { expiration: BigInt(YEAR_2100) },
  'a second contract': { secondContract: true },
  'a different amount in the JSON only': { amount: 999_999_999n, ids: 'kept' },
});
