import { readFileSync } from 'node:fs';
import { decodeTransaction, signTransaction, type Transaction } from '@coin/rpc';
import { extendExpiration, createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';
import { encodeSigned } from '../../src/transaction/encode-transaction.ts';
import { ALICES_KEY, builtTransfer, transferBuiltAt } from '../support/built-transfer.ts';

const DAY_MS = 86_400_000;
const transfer = await builtTransfer();
const { expiration, timestamp } = transfer;
/** A node gives a transaction 60 seconds from its head. */
const head = expiration - 60_000;

const recorded = JSON.parse(
  readFileSync(new URL('../fixtures/transactions.json', import.meta.url), 'utf8'),
) as (Transaction & { rawData: { contract: [{ type: string }] } })[];

test.each(
  recorded.map(({ txID, rawDataHex, rawData }) => [`${rawData.contract[0].type} ${txID.slice(0, 8)}`, rawDataHex]),
)('changes the expiration of the recorded %s, and nothing else', (_, rawDataHex) => {
  const transaction = decodeTransaction(encodeSigned(rawDataHex, []));
  const later = transaction.timestamp + DAY_MS - 30_000;
  const extended = extendExpiration(transaction, later);
  expect(extended.expiration).toBe(later);
  expect(extended.txID).not.toBe(transaction.txID);
  expect(decodeTransaction(encodeSigned(extended.rawDataHex, []))).toEqual(extended);
  const { txID, rawDataHex: bytes, contractAddress } = extended;
  const rawData = { ...transaction.rawData, expiration: extended.expiration };
  const address = contractAddress === undefined ? {} : { contractAddress };
  expect(extended).toEqual({
    ...transaction,
    txID,
    rawDataHex: bytes,
    rawData,
    expiration: extended.expiration,
    ...address,
  });
  expect(contractAddress === undefined).toBe(transaction.contractAddress === undefined);
  if (contractAddress !== undefined) expect(contractAddress).not.toBe(transaction.contractAddress);
});

test('rejects a signed transaction, whose signatures would be of other bytes', async () => {
  const signed = await signTransaction(transfer, createKeySigner(ALICES_KEY));
  expect(() => extendExpiration(signed, expiration + 1)).toThrow(
    expect.objectContaining({
      code: 'ARGUMENT_INVALID',
      context: expect.objectContaining({ argument: 'transaction' }),
    }),
  );
});

test.each([
  expiration,
  expiration - 1,
  head + DAY_MS + 1,
  timestamp + DAY_MS,
  Number.NaN,
  expiration + 0.5,
  '1',
  undefined,
])('rejects the expiration %j', (wrong) => {
  expect(() => extendExpiration(transfer, wrong as number)).toThrow(
    expect.objectContaining({
      code: 'ARGUMENT_INVALID',
      context: {
        argument: 'expiration',
        value: String(wrong),
        expected: `an integer from ${expiration + 1} to ${head + DAY_MS}`,
        min: expiration + 1,
        max: head + DAY_MS,
      },
    }),
  );
});

test('takes every expiration up to a day after the head on which a node built', () => {
  for (const time of [expiration + 1, head + DAY_MS]) expect(extendExpiration(transfer, time).expiration).toBe(time);
});

test.each([
  ['was extended before', 3_600_000],
  ['was built on a head of the future', 60_001],
  ['was built by a node that lags or gives less than a minute', 30_000],
])('allows a day from the earliest possible head if the transaction %s', async (_, lifeMs) => {
  const wire = await transferBuiltAt({ timestamp, expiration: timestamp + lifeMs }).json();
  const built = decodeTransaction(encodeSigned(wire.raw_data_hex, []));
  const latest = timestamp - 30_000 + DAY_MS;
  expect(extendExpiration(built, latest).expiration).toBe(latest);
  expect(() => extendExpiration(built, latest + 1)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});
