import { readFileSync } from 'node:fs';
import { decodeTransaction, signTransaction, type Transaction } from '@coin/rpc';
import { extendExpiration, createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';
import { encodeSigned } from '../../src/transaction/encode-transaction.ts';
import { ALICES_KEY, builtTransfer } from '../support/built-transfer.ts';

const DAY_MS = 86_400_000;
const transfer = await builtTransfer();
const { expiration, timestamp } = transfer;

const recorded = JSON.parse(
  readFileSync(new URL('../fixtures/transactions.json', import.meta.url), 'utf8'),
) as (Transaction & { rawData: { contract: [{ type: string }] } })[];

test.each(
  recorded.map(({ txID, rawDataHex, rawData }) => [`${rawData.contract[0].type} ${txID.slice(0, 8)}`, rawDataHex]),
)('changes the expiration of the recorded %s, and nothing else', (_, rawDataHex) => {
  const transaction = decodeTransaction(encodeSigned(rawDataHex, []));
  const extended = extendExpiration(transaction, transaction.timestamp + DAY_MS);
  expect(extended.expiration).toBe(transaction.timestamp + DAY_MS);
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

test.each([expiration, expiration - 1, timestamp + DAY_MS + 1, Number.NaN, expiration + 0.5, '1', undefined])(
  'rejects the expiration %j',
  (wrong) => {
    expect(() => extendExpiration(transfer, wrong as number)).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        context: {
          argument: 'expiration',
          value: String(wrong),
          expected: `an integer from ${expiration + 1} to ${timestamp + DAY_MS}`,
          min: expiration + 1,
          max: timestamp + DAY_MS,
        },
      }),
    );
  },
);

test('takes every expiration up to a day after the timestamp', () => {
  for (const time of [expiration + 1, timestamp + DAY_MS])
    expect(extendExpiration(transfer, time).expiration).toBe(time);
});
