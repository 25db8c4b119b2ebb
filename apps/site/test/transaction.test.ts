import { decodeTransaction, isRpcError } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeField } from '../src/playground/transaction/describe-field.ts';
import { LIES, liesAbout, REQUESTS, type LieName, type RequestKind } from '../src/playground/transaction/lies.ts';
import { openTransaction, type OpenedTransaction } from '../src/playground/transaction/model.ts';

const open = (request: RequestKind, lie: LieName = 'none'): Promise<OpenedTransaction> =>
  openTransaction({ request, amount: request === 'vote' ? 300n : 5_000_000n, memo: '', lie });

/** What the client of the packages reads in the bytes of an unsigned transaction. */
function decode(hex: string) {
  const length = hex.length / 2;
  const prefix = length < 128 ? [length] : [(length & 127) | 128, length >> 7];
  return decodeTransaction(`0a${prefix.map((byte) => byte.toString(16).padStart(2, '0')).join('')}${hex}`);
}

/** The values in a JSON value by their paths. */
function leaves(json: unknown, path: string): [string, unknown][] {
  if (!(json instanceof Object)) return [[path, typeof json === 'number' ? BigInt(json) : json]];
  if (Array.isArray(json)) return json.flatMap((item, index) => leaves(item, `${path}[${index}]`));
  return Object.entries(json).flatMap(([key, item]) => leaves(item, path === '' ? key : `${path}.${key}`));
}

test('reads the bytes as the client reads them, and leaves no byte out', async () => {
  const request = fc.record({
    request: fc.constantFrom(...REQUESTS),
    amount: fc.oneof(fc.bigInt(1_000_000n, 400_000n * 1_000_000n), fc.bigInt(1_000_000n, 2_000_000n)),
    memo: fc.string({ unit: 'grapheme', maxLength: 150 }),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ request, amount, memo }) => {
      const votes = amount / 1_000_000n;
      const { requested } = await openTransaction({
        request,
        amount: request === 'vote' ? votes : amount,
        memo,
        lie: 'none',
      });
      const { hex, txID, fields } = requested;
      const transaction = decode(hex);
      expect(txID).toBe(transaction.txID);
      const values = fields.flatMap(({ path, value }) => (value === undefined ? [] : [[path, value]]));
      expect(Object.fromEntries(values)).toEqual(Object.fromEntries(leaves(transaction.rawData, '')));
      let at = 0;
      for (const { start, valueStart, end, value } of fields) {
        expect(start).toBe(at);
        at = value === undefined ? valueStart : end;
      }
      expect(at).toBe(hex.length / 2);
    }),
    { numRuns: scaled(25) },
  );
});

test('accepts the transaction of an honest node, and shows no change', async () => {
  for (const request of REQUESTS) {
    const { verdict, changes, requested, answer } = await open(request);
    expect(verdict).toEqual({ verdict: 'accepted', txID: decode(requested.hex).txID });
    expect(changes).toEqual([]);
    expect(answer.built).toEqual(requested);
  }
});

const FIELD: Readonly<Record<Exclude<LieName, 'none' | 'json' | 'twice' | 'page'>, RegExp>> = {
  receiver: /^raw_data\.contract\.0\.parameter\.value\.(to|receiver)_address$/,
  amount: /^raw_data\.contract\.0\.parameter\.value\.(amount|frozen_balance|balance)$/,
  contract: /\.value\.contract_address$/,
  data: /\.value\.data$/,
  votes: /\.value\.votes\.0\.vote_count$/,
  'coin-sent': /\.value\.call_value$/,
  'fee-limit': /^raw_data\.fee_limit$/,
  owner: /\.value\.owner_address$/,
  expiration: /^expiration$/,
  memo: /^raw_data\.data$/,
  permission: /^raw_data\.contract\.0\.Permission_id$/,
  second: /^raw_data\.contract\.1$/,
  bytes: /^raw_data_hex$/,
  id: /^txID$/,
};

const lies = REQUESTS.flatMap((request) => liesAbout(request).map((lie) => ({ request, lie })));

test.each(lies.filter(({ lie }) => lie in FIELD))(
  'rejects a request of $request from a node with the lie “$lie”, and names the field',
  async ({ request, lie }) => {
    const { verdict, changes } = await open(request, lie);
    expect(verdict).toMatchObject({ verdict: 'rejected', code: 'TRANSACTION_MISMATCH' });
    expect(verdict.verdict === 'rejected' && verdict.field).toMatch(FIELD[lie as keyof typeof FIELD]);
    expect(changes).not.toEqual([]);
  },
);

test('every lie applies to some request', () => {
  expect(new Set(lies.map(({ lie }) => lie))).toEqual(new Set(Object.keys(LIES)));
});

test('rejects an answer that says something twice, and one that is a page', async () => {
  for (const lie of ['twice', 'page'] as const)
    expect((await open('coin', lie)).verdict).toMatchObject({ verdict: 'rejected', code: 'RESPONSE_NOT_JSON' });
});

test('signs the bytes of the request if only the JSON of the answer differs', async () => {
  const { verdict, requested, changes } = await open('coin', 'json');
  expect(verdict).toEqual({ verdict: 'accepted', txID: requested.txID });
  expect(changes).toEqual([
    {
      path: 'contract[0].parameter.value.amount',
      requested: '5000000',
      bytes: '5000000',
      json: '12000000',
    },
  ]);
});

test('shows the change of a lie beside the request', async () => {
  const { requested, changes, answer } = await open('coin', 'amount');
  const built = answer.built;
  expect(changes).toEqual([
    { path: 'contract[0].parameter.value.amount', requested: '5000000', bytes: '12000000', json: '12000000' },
    { path: 'txID', requested: requested.txID, bytes: built?.txID, json: built?.txID },
  ]);
  expect(built && decode(built.hex).rawData['contract']).toMatchObject([
    { parameter: { value: { amount: 12_000_000n } } },
  ]);
});

test('throws the rejection of the chain if the chain would not accept the request', async () => {
  const request = openTransaction({ request: 'coin', amount: 10n ** 18n, memo: '', lie: 'none' });
  const refused = await request.catch((error: unknown) => error);
  expect(isRpcError(refused, 'VALIDATION_FAILED')).toBe(true);
});

test('describes fields as amounts in coins, dates and text', async () => {
  const { requested } = await openTransaction({
    request: 'coin',
    amount: 1_234_567_890n,
    memo: 'Thank you',
    lie: 'none',
  });
  const described = new Map(requested.fields.map((field) => [field.name, describeField(field)]));
  expect(described.get('amount')).toBe('1,234.56789 coin');
  expect(described.get('data')).toBe('“Thank you”');
  expect(described.get('timestamp')).toBe('2026-01-01 00:00:12.001 UTC');
  expect(described.get('parameter')).toBe('');
});
