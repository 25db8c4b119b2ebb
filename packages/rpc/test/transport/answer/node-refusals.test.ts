import { broadcastTransaction, createTransaction, getAccount, isRpcError, signTransaction } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { ALICE, ALICES_KEY, builtTransfer } from '../../support/built-transfer.ts';
import { clientWithAnswers } from '../../support/client-with-answers.ts';

useVirtualTime();

const VALIDATION = 'org.tron.core.exception.ContractValidateException';
const PARSE = 'org.tron.core.services.http.JsonFormat$ParseException';

/**
 * Texts of nodes: the class that 4.7, 4.8.0 and 4.8.2 name, the text, and the code of a build. Later nodes name no class.
 * They keep the texts of the first two classes and of the limit, and call everything else an internal server error.
 * Source: docs/protocol/http.md, Generic error object.
 */
const texts: readonly [exception: string, text: string, code: string][] = [
  ...[
    'Validate TransferContract error, balance is not sufficient.',
    'Validate TransferContract error, no OwnerAccount.',
    'Cannot transfer TRX to yourself.',
    'Invalid toAddress!',
    'frozenBalance must be less than or equal to accountBalance',
    'The total number of votes[1000000] is greater than the tronPower[0]',
    'Witness[411b02cc461f3bd04462c710609df74f63a6cdae1f] not exists',
    'insufficient delegateFrozenBalance(Energy), request=900000000, unlock_balance=400000000',
    'Does not support code : 9999',
    'Bad chain parameter value, valid range is [3 * 27 * 1000,24 * 3600 * 1000]',
    // With words that a gateway uses when it throttles.
    'The lock period of delegate resource cannot be less than 0 and cannot exceed 10512000!',
    'Invalid unfreeze operation, unfreezing times is over limit',
    'active permission is too many',
    'Maximum number of orders exceeded，100',
    'Invalid PublicFreeAssetNetLimit',
    'feeLimit must be >= 0 and <= 15000000000',
    'Frozen supply cannot exceed total supply',
  ].map((text): [string, string, string] => [VALIDATION, text, 'VALIDATION_FAILED']),
  [PARSE, '1:18: INVALID hex String', 'NODE_ERROR'],
  [PARSE, '1:114: Couldn\'t parse integer: For input string: "1.5"', 'NODE_ERROR'],
  [PARSE, '1:1: Expected "{".', 'NODE_ERROR'],
  ['java.lang.IllegalAccessException', 'lack of computing resources', 'RATE_LIMITED'],
];

/** The same for texts that later nodes replace. */
const replaced: readonly [exception: string, text: string][] = [
  ['java.lang.NullPointerException', 'null'],
  ['com.alibaba.fastjson.JSONException', 'can not cast to JSONObject.'],
  ['org.tron.json.JSONException', "Unrecognized token 'hello': was expecting (JSON String, Number, Array)"],
];
const INTERNAL = 'internal server error';

const buildError = async (Error: string, options: object = {}) => {
  const { client } = clientWithAnswers(Response.json({ Error }), options);
  const error: unknown = await createTransaction(client, { owner: ALICE, to: ALICE, amount: 1n }).catch((e) => e);
  return isRpcError(error) ? error : expect.fail('not rejected');
};

describe.each(texts)('%s : %s', (exception, text, code) => {
  test.each([
    ['4.8.2', `class ${exception} : ${text}`],
    ['a later version', text],
  ])(`is ${code} from a node of %s`, async (_, said) => {
    const error = await buildError(said);
    expect(error).toMatchObject({ code, retryable: code === 'RATE_LIMITED' });
    const shown = 'nodeMessage' in error.context ? error.context.nodeMessage : error.context;
    expect(shown).toEqual(code === 'RATE_LIMITED' ? expect.objectContaining({ body: said }) : text);
  });
});

test.each(replaced)('%s is a failure of the node, whether it says so or not', async (exception, text) => {
  const named = await buildError(`class ${exception} : ${text}`);
  expect(named).toMatchObject({ code: 'NODE_ERROR', context: { nodeCode: exception, nodeMessage: text } });
  const unnamed = await buildError(INTERNAL);
  expect(unnamed).toMatchObject({ code: 'NODE_ERROR', context: { nodeCode: '', nodeMessage: INTERNAL } });
  expect(unnamed.shortMessage).toBe(
    '/wallet/createtransaction: the node failed. Use another endpoint: internal server error',
  );
});

test.each([
  'The key exceeds the frequency limit(20), and the query server is suspended for 5s',
  'request rate exceeded the allowed_rps(10), and the query server is suspended for 5 s',
  'Exceed the user daily usage (100000), the maximum query frequency is 1 time per second',
  'request too quickly, please retry later.',
  'Too many requests',
  'rate limit exceeded',
])('a gateway throttles a build with “%s”', async (text) => {
  expect(await buildError(text)).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
});

test.each(['num must be non-positive number.', 'The delegated amount exceeds the limit', INTERNAL])(
  'a read is never refused by the rules of the chain: %s',
  async (Error) => {
    const { client } = clientWithAnswers(Response.json({ Error }));
    await expect(getAccount(client, { address: ALICE })).rejects.toMatchObject({
      code: 'NODE_ERROR',
      context: { nodeMessage: Error },
    });
  },
);

test('a broadcast whose node only says that it failed may have been taken', async () => {
  const signed = await signTransaction(await builtTransfer(), createKeySigner(ALICES_KEY));
  const outcome = async (Error: string) => {
    const error: unknown = await broadcastTransaction(clientWithAnswers(Response.json({ Error })).client, signed).catch(
      (e) => e,
    );
    return isRpcError(error) && error.code;
  };
  expect(await outcome(INTERNAL)).toBe('BROADCAST_OUTCOME_UNKNOWN');
  expect(await outcome(`class ${PARSE} : 1:1: Expected "{".`)).toBe('NODE_ERROR');
});

test('an endpoint with a key shows the sentence of a refusal, without words that may be a key', async () => {
  const KEY = '3f6c1b9e-Zq7w2-d0J4a5';
  const options = { endpoints: { url: 'http://a.example', apiKey: KEY } };
  const messageOf = async (text: string) => (await buildError(text, options)).context;
  expect(await messageOf('Validate TransferContract error, balance is not sufficient.')).toMatchObject({
    nodeMessage: 'Validate TransferContract error, balance is not sufficient.',
  });
  expect(await messageOf('insufficient delegateFrozenBalance(Energy), request=900000000')).toMatchObject({
    nodeMessage: 'insufficient delegateFrozenBalance(Energy), request=900000000',
  });
  for (const echo of [KEY, btoa(KEY), Buffer.from(KEY).toString('hex'), encodeURIComponent(KEY), KEY.toUpperCase()])
    expect(await messageOf(`no account for ${echo}, [${echo}]`)).toMatchObject({
      nodeMessage: 'no account for (hidden), [(hidden)]',
    });
});
