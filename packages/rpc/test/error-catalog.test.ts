// The network's own catalog of errors of its HTTP interface, and which of them may be retried.
// Source: github.com/tronprotocol/documentation-en at commit 8f3209ef, docs/api/openapi.yaml, x-tron-error-model. The
// client does not ask for what SIGN_WEIGHT_*, APPROVED_LIST_* and INVALID_ADDRESS answer.
import {
  broadcastHex,
  encodeTransaction,
  getBalance,
  isRpcError,
  triggerConstantContract,
  type NodeClient,
} from '@coin/rpc';
import { expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';
import { JUDY } from './support/judy.ts';
import { recordedTransfer } from './support/recorded-transfer.ts';

const OK = '{"result":{"result":true},"constant_result":["00"],"transaction":{"ret":[{}]}}';

const requests: Readonly<Record<string, (client: NodeClient) => Promise<unknown>>> = {
  read: (client) => getBalance(client, { address: JUDY }),
  broadcast: (client) => broadcastHex(client, { transaction: encodeTransaction(recordedTransfer()) }, { retries: 0 }),
  call: (client) =>
    triggerConstantContract(client, { owner: JUDY, contract: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', data: '00' }),
};

const page = (status: number, text: string): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/html' } });
const answer = (json: object): Response => jsonResponse(JSON.stringify(json));
const rejection = (code: string): Response => answer({ result: false, code, message: '' });
const failedCall = (code: string): Response => answer({ result: { result: false, code, message: '' } });

/**
 * `SERVER_BUSY` and its like: a node that is busy does not have the transaction, so the same bytes may be sent again.
 */
const BUSY = ['SERVER_BUSY', 'NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED'];
const REJECTED = [
  'SIGERROR',
  'CONTRACT_VALIDATE_ERROR',
  'CONTRACT_EXE_ERROR',
  'BANDWITH_ERROR',
  'TAPOS_ERROR',
  'TOO_BIG_TRANSACTION_ERROR',
  'TRANSACTION_EXPIRATION_ERROR',
  'OTHER_ERROR',
];

/** Entries of the catalog: the request, the answer, our code, and whether the catalog permits an automatic retry. */
const entries: readonly (readonly [id: string, request: string, answer: Response, code: string, retry: boolean])[] = [
  [
    'HTTP_RATE_LIMITED',
    'read',
    answer({ Error: 'class java.lang.IllegalAccessException : lack of computing resources' }),
    'RATE_LIMITED',
    true,
  ],
  [
    'HTTP_SERVLET_EXCEPTION',
    'read',
    answer({ Error: 'class java.lang.NumberFormatException : null' }),
    'NODE_ERROR',
    false,
  ],
  [
    'HTTP_API_DISABLED',
    'read',
    Response.json({ Error: 'this API is unavailable due to config' }, { status: 404 }),
    'NOT_SUPPORTED',
    false,
  ],
  [
    'HTTP_LITE_FULLNODE_HISTORY_DISABLED',
    'read',
    jsonResponse('this API is closed because this node is a lite fullnode'),
    'NOT_SUPPORTED',
    false,
  ],
  ['HTTP_REQUEST_TOO_LARGE', 'broadcast', page(413, 'Payload Too Large'), 'REQUEST_TOO_LARGE', false],
  ...REJECTED.map((code) => [`RETURN_${code}`, 'broadcast', rejection(code), 'BROADCAST_REJECTED', false] as const),
  ...BUSY.map((code) => [`RETURN_${code}`, 'broadcast', rejection(code), 'BROADCAST_REJECTED', true] as const),
  [
    'RETURN_CONTRACT_VALIDATE_ERROR of a call',
    'call',
    failedCall('CONTRACT_VALIDATE_ERROR'),
    'VALIDATION_FAILED',
    false,
  ],
  ['RETURN_CONTRACT_EXE_ERROR of a call', 'call', failedCall('CONTRACT_EXE_ERROR'), 'CALL_FAILED', false],
  ['RETURN_OTHER_ERROR of a call', 'call', failedCall('OTHER_ERROR'), 'NODE_ERROR', false],
  ['RETURN_SERVER_BUSY of a call', 'call', failedCall('SERVER_BUSY'), 'NODE_ERROR', true],
  ['TRANSACTION_RESULT_FAILED', 'call', jsonResponse(OK.replace('[{}]', '[{"ret":"FAILED"}]')), 'CALL_REVERTED', false],
];

test.each(entries)('%s of a %s', async (_, request, given, code, retryable) => {
  const failure: unknown = await requests[request]!(clientWithAnswers(given).client).catch((error: unknown) => error);
  expect(isRpcError(failure) && { code: failure.code, retryable: failure.retryable }).toEqual({ code, retryable });
});

test('RETURN_DUP_TRANSACTION_ERROR says that the network has the transaction', async () => {
  const { client } = clientWithAnswers(rejection('DUP_TRANSACTION_ERROR'));
  expect(await requests['broadcast']!(client)).toMatchObject({ status: 'known' });
});
