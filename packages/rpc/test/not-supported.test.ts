import { estimateEnergy } from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse, type Answer } from './support/client-with-answers.ts';
import { errorCodeOf, outcomeOf } from './support/outcome.ts';
import { recordedResponse } from './support/recordings.ts';

const call = {
  owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
  contract: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
  data: '00',
};
const page =
  (status: number, text = 'Not Found') =>
  (): Response =>
    new Response(`<!DOCTYPE html><html><body>${text}</body></html>`, {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
const body =
  (json: object, status = 200) =>
  (): Response =>
    Response.json(json, { status });
const text = (words: string, status: number) => (): Response => new Response(words, { status });
const WORDS = 'this node does not support estimate energy';
const EXCEPTION = 'class org.tron.core.exception.ContractValidateException : ';

/** Each form, and the code of its error when the caller named the method. */
const unsupported: readonly [form: string, answer: () => Response, code: string][] = [
  ['a result with text', () => recordedResponse('noestimate.switches.estimateenergy-visible'), 'NOT_SUPPORTED'],
  ['a result with hex', () => recordedResponse('noestimate.switches.estimateenergy'), 'NOT_SUPPORTED'],
  ['constant calls switched off', () => recordedResponse('noconstant.switches.estimateenergy'), 'NOT_SUPPORTED'],
  ['the page of a node without the path', () => recordedResponse('chain.unknown-path-post'), 'NOT_SUPPORTED'],
  [
    'a result with a gateway’s prefix',
    body({ result: { code: 'OTHER_ERROR', message: `error: ${WORDS}` } }),
    'NOT_SUPPORTED',
  ],
  ['a validation error in Error', body({ Error: EXCEPTION + WORDS }), 'NOT_SUPPORTED'],
  ['a text in Error', body({ Error: WORDS }), 'NOT_SUPPORTED'],
  ['a text in error', body({ error: 'Method not supported' }), 'NOT_SUPPORTED'],
  [
    'a JSON-RPC error',
    body({ jsonrpc: '2.0', error: { code: -32_601, message: 'no method' }, id: 1 }),
    'NOT_SUPPORTED',
  ],
  ['a disabled API', body({ Error: 'this API is unavailable due to config' }, 404), 'NOT_SUPPORTED'],
  ['status 404', text('', 404), 'NOT_SUPPORTED'],
  ['status 405', text('', 405), 'NOT_SUPPORTED'],
  ['status 501', text('', 501), 'NOT_SUPPORTED'],
  ['status 501 with a page', page(501, 'Not Implemented'), 'NOT_SUPPORTED'],
  ['status 400 with words', body({ error: 'unsupported method' }, 400), 'NOT_SUPPORTED'],
  ['status 500 with words', body({ Error: EXCEPTION + WORDS }, 500), 'NOT_SUPPORTED'],
  ['status 500 with a text', text('estimateenergy is not implemented', 500), 'NOT_SUPPORTED'],
  ['status 500 alone', text('', 500), 'HTTP_STATUS'],
  ['status 500 with a page', page(500, 'Internal Server Error'), 'HTTP_STATUS'],
  ['a page at status 200', page(200), 'RESPONSE_NOT_JSON'],
  ['a page that is declared as JSON', () => jsonResponse('  <html>Not Found</html>'), 'RESPONSE_NOT_JSON'],
];

/** Answers that say nothing about support: another request could hide a failure that the caller should see. */
const failures: readonly [form: string, answer: () => Response | Error, code: string][] = [
  ['a wrong key', page(401), 'UNAUTHORIZED'],
  ['a forbidden page', page(403, 'Not supported'), 'UNAUTHORIZED'],
  ['a rate limit', page(429), 'RATE_LIMITED'],
  ['a gateway without its node', page(502), 'HTTP_STATUS'],
  ['an unavailable service', page(503), 'HTTP_STATUS'],
  ['a gateway that timed out', page(504), 'HTTP_STATUS'],
  ['a bad request', text('bad request', 400), 'HTTP_STATUS'],
  ['an empty answer', () => jsonResponse(''), 'RESPONSE_EMPTY'],
  ['a truncated answer', () => jsonResponse('{"result":{'), 'RESPONSE_NOT_JSON'],
  ['a broken connection', () => new TypeError('fetch failed'), 'NETWORK_FAILED'],
  ['a failure in the node', body({ Error: 'class java.lang.NullPointerException : null' }), 'NODE_ERROR'],
  ['a rejection', body({ Error: `${EXCEPTION}Smart contract is not exist.` }), 'VALIDATION_FAILED'],
  ['a rejected call', body({ result: { code: 'CONTRACT_VALIDATE_ERROR', message: 'no' } }), 'VALIDATION_FAILED'],
];

/** A node that answers estimates like this, and constant calls well. */
function nodeWith(answer: () => Response | Error) {
  return clientWithAnswers(({ path }) => {
    if (!path.endsWith('/estimateenergy')) return recordedResponse('energy.call.toggle');
    const given = answer();
    if (given instanceof Error) throw given;
    return given;
  });
}
const paths = (requests: readonly { path: string }[]) => requests.map(({ path }) => path.split('/')[2]);

describe.each(unsupported)('an estimate that gets %s', (_, answer, code) => {
  test('falls back to the constant call', async () => {
    const { client } = nodeWith(answer);
    expect(await outcomeOf(estimateEnergy(client, call))).toMatchObject({ kind: 'simulation' });
  });

  test('rejects when the caller named the method', async () => {
    const { client, requests } = nodeWith(answer);
    expect(await errorCodeOf(estimateEnergy(client, call, { kind: 'search' }))).toBe(code);
    expect(await errorCodeOf(createEnergySource(client).estimate(call))).toBe(code);
    expect(new Set(paths(requests))).toEqual(new Set(['estimateenergy']));
  });

  test('is not requested again if the answer says that it always will be so', async () => {
    const { client, requests } = nodeWith(answer);
    for (let calls = 0; calls < 2; calls++) await estimateEnergy(client, call);
    const estimates = paths(requests).filter((path) => path === 'estimateenergy');
    expect(estimates).toHaveLength(code === 'NOT_SUPPORTED' ? 1 : 2);
  });
});

test.each(failures)('an estimate that gets %s rejects, and sends no constant call', async (_, answer, code) => {
  const { client, requests } = nodeWith(answer);
  expect(await errorCodeOf(estimateEnergy(client, call))).toBe(code);
  expect(paths(requests)).toEqual(['estimateenergy']);
});

const NO_CONSTANT = 'this node does not support constant';
test.each<[string, Answer]>([
  ['a result', 'noconstant.switches.triggerconstantcontract-deploy'],
  ['an Error', Response.json({ Error: EXCEPTION + NO_CONSTANT })],
  ['status 501', new Response('', { status: 501 })],
  ['status 500 with words', new Response(NO_CONSTANT, { status: 500 })],
])('a simulation on a node that rejects constant calls by %s rejects with NOT_SUPPORTED', async (_, answer) => {
  expect(await errorCodeOf(createEnergySource(clientWithAnswers(answer).client).simulate(call))).toBe('NOT_SUPPORTED');
});
