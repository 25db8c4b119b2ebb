import { getSignedBlock } from '@coin/rpc/proof';
import { expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';

const NUMBER = 5;
const header = {
  raw_data: {
    number: NUMBER,
    timestamp: 15_000,
    txTrieRoot: 'aa'.repeat(32),
    parentHash: 'bb'.repeat(32),
    witness_address: `41${'cc'.repeat(20)}`,
  },
  witness_signature: 'dd'.repeat(65),
};
const transactions = [{ txID: 'ee'.repeat(32), raw_data_hex: '0a00', signature: ['ff'.repeat(65)], raw_data: {} }];
const block = { blockID: `${'5'.padStart(16, '0')}${'00'.repeat(24)}`, block_header: header, transactions };
const read = (changed: object) =>
  getSignedBlock(clientWithAnswers(Response.json({ ...block, ...changed })).client, { number: NUMBER });
const LATER = { pq_signature: 'ab'.repeat(900) };

test.each<[string, object, string]>([
  ['its header', { block_header: { ...header, raw_data: { ...header.raw_data, ...LATER } } }, 'block_header.raw_data'],
  ['a transaction', { transactions: transactions.map((item) => ({ ...item, ...LATER })) }, 'transactions.0'],
  [
    'the place of its signature',
    { block_header: { ...header, witness_signature: undefined, ...LATER } },
    'block_header',
  ],
])('names a field of a later version in %s, which it cannot verify', async (_, changed, place) => {
  await expect(read(changed)).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    context: { field: `${place}.pq_signature`, reason: 'a field of a later version, which this one cannot verify' },
  });
});

test('ignores a field of a later version that nothing hashes', async () => {
  expect(await read({ block_header: { ...header, ...LATER }, later: 5 })).toEqual(await read({}));
});
