import { createHash } from 'node:crypto';
import { isRpcError } from '@coin/rpc';
import { verifyBlock, type SignedBlock, type SignedBlockTransaction, type WitnessSchedule } from '@coin/rpc/proof';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesField,
  idOf,
  integerField,
  leafHash,
  rawData,
  result,
  SIGNATURE,
  signedHeaders,
  SUCCESS,
  witnesses,
  type Witness,
} from '../support/signed-chain.ts';

const [A, B, C] = witnesses as [Witness, Witness, Witness];
const schedule: WitnessSchedule = {
  genesisTime: 0,
  cycles: [
    { from: 0, until: 90_000, witnesses: [A, B, C].map(({ address, key }) => ({ address, signer: key.address })) },
  ],
};
// Block 1 is a maintenance block, so two slots are skipped after it.
const headers = signedHeaders([
  { number: 0, time: 0, by: A },
  { number: 1, time: 3000, by: B },
  { number: 2, time: 12_000, by: C },
]);
const blockAt = (number: number): SignedBlock => {
  const { header = '', signature = '' } = headers[number] ?? {};
  return { blockID: idOf(header, number), header, signature, transactions: [] };
};
const verify = (number: number, before: readonly number[]) =>
  verifyBlock(blockAt(number), {
    witnesses: schedule,
    before: before.map((index) => headers[index]?.header ?? ''),
  });

test('verifies the first blocks with the headers that they have before them', () => {
  expect(verify(1, [0])).toMatchObject({ number: 1, time: 3000, witness: B.address });
  expect(verify(2, [0, 1])).toMatchObject({ number: 2, time: 12_000, witness: C.address });
});

test('keeps fields of a later version in a header and its transactions, and verifies its own', () => {
  const transaction = (extra: string): SignedBlockTransaction => {
    const raw = rawData(1, 'TransferContract', '');
    const bytes = bytesField(1, raw) + SIGNATURE + result(SUCCESS) + extra;
    return { txID: createHash('sha256').update(raw, 'hex').digest('hex'), bytes };
  };
  const later = transaction(bytesField(6, 'cd'.repeat(900)) + integerField(7, 3));
  const chain = signedHeaders([
    { number: 0, time: 0, by: A },
    { number: 1, time: 3000, by: B, root: leafHash(later.bytes), extra: bytesField(12, 'ab') },
  ]);
  const [first, own] = chain;
  if (first === undefined || own === undefined) throw new Error('two headers are expected');
  const verifyOwn = (header: string, transactions: readonly SignedBlockTransaction[]) =>
    verifyBlock(
      { ...own, header, blockID: idOf(header, 1), transactions },
      { witnesses: schedule, before: [first.header] },
    );
  expect(verifyOwn(own.header, [later])).toMatchObject({ number: 1, witness: B.address });
  expect(() => verifyOwn(own.header, [transaction('')])).toThrow(
    expect.objectContaining({ code: 'TRANSACTION_ROOT_MISMATCH' }),
  );
  expect(() => verifyOwn(own.header.slice(0, -2) + 'ac', [later])).toThrow(
    expect.objectContaining({ code: 'BLOCK_SIGNATURE_INVALID' }),
  );
});

test.each<[number: number, before: readonly number[]]>([
  [1, []],
  [1, [0, 0]],
  [2, [1]],
  [2, []],
  [2, [0, 0, 1]],
])('rejects block %i with %j as the headers before it', (number, before) => {
  expect(() => verify(number, before)).toThrow(
    expect.objectContaining({
      code: 'ARGUMENT_INVALID',
      context: expect.objectContaining({ argument: 'before' }) as object,
    }),
  );
});

test('rejects block 0, which nobody signed', () => {
  expect(() => verify(0, [])).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});

test('rejects another id, even one with the same number', () => {
  const block = blockAt(2);
  const blockID = `${block.blockID.slice(0, 16)}${'ab'.repeat(24)}`;
  const before = headers.slice(0, 2).map(({ header }) => header);
  expect(() => verifyBlock({ ...block, blockID }, { witnesses: schedule, before })).toThrow(
    expect.objectContaining({ code: 'BLOCK_ID_MISMATCH' }),
  );
});

describe('the transactions of a block', () => {
  const sha256 = (hex: string): string => createHash('sha256').update(hex, 'hex').digest('hex');

  /** A transfer of an amount, as a block has it. */
  const paymentOf = (amount: number): SignedBlockTransaction => {
    const value = bytesField(1, '41'.repeat(21)) + bytesField(2, `41${'00'.repeat(20)}`) + integerField(3, amount);
    const raw = rawData(1, 'TransferContract', value);
    return { txID: sha256(raw), bytes: bytesField(1, raw) + SIGNATURE + result(SUCCESS) };
  };

  /** The next level of a Merkle tree, each node by the bytes that it hashes; the last of an odd number moves up. */
  const parents = (level: readonly string[]): string[] =>
    level.flatMap((bytes, index) => {
      if (index % 2 === 1) return [];
      const right = level[index + 1];
      return right === undefined ? bytes : leafHash(bytes) + leafHash(right);
    });

  /** What verifying block 1 with a list of transactions leads to, whose header commits to all of `honest`. */
  function verifyListed(listed: readonly SignedBlockTransaction[], honest: readonly SignedBlockTransaction[]): string {
    let level = honest.map(({ bytes }) => bytes);
    while (level.length > 1) level = parents(level);
    const [genesis, own] = signedHeaders([
      { number: 0, time: 0, by: A },
      { number: 1, time: 3000, by: B, root: leafHash(level[0] ?? '') },
    ]);
    const { header = '', signature = '' } = own ?? {};
    try {
      verifyBlock(
        { blockID: idOf(header, 1), header, signature, transactions: listed },
        { witnesses: schedule, before: [genesis?.header ?? ''] },
      );
      return 'verified';
    } catch (error) {
      if (isRpcError(error)) return error.code;
      throw error;
    }
  }

  const block = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 9 });

  test('are all of them, whichever level of the Merkle tree a node shows in their place', () =>
    fc.assert(
      fc.property(
        block,
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom(
          sha256,
          () => 'aa'.repeat(32),
          () => sha256(''),
          (bytes: string) => sha256(bytes.slice(4)),
        ),
        (amounts, height, idFor) => {
          const honest = amounts.map(paymentOf);
          let level = honest.map(({ bytes }) => bytes);
          for (let above = 0; above < height; above++) level = parents(level);
          const ids = new Map(honest.map(({ bytes, txID }) => [bytes, txID]));
          const listed = level.map((bytes) => ({ txID: ids.get(bytes) ?? idFor(bytes), bytes }));
          const isHonest = listed.length === honest.length;
          expect(verifyListed(listed, honest)).toBe(isHonest ? 'verified' : 'TRANSACTION_ROOT_MISMATCH');
        },
      ),
      { numRuns: scaled(100) },
    ));

  test('are none whose hashes happen to have the form of a transaction', () => {
    // The hash of this one begins with the tag and the length of raw data, so with its neighbour's it can be decoded.
    const honest = [paymentOf(15_070), paymentOf(1)];
    const [bytes = ''] = parents(honest.map((transaction) => transaction.bytes));
    expect(bytes).toMatch(/^0a3e[\da-f]{124}$/);
    expect(verifyListed([{ txID: sha256(bytes.slice(4)), bytes }], honest)).toBe('TRANSACTION_ROOT_MISMATCH');
  });

  test('are listed once, in their order, with their own ids', () =>
    fc.assert(
      fc.property(
        block,
        fc.nat(8),
        fc.constantFrom('twice', 'swapped', 'left out', 'renamed'),
        (amounts, at, change) => {
          const honest = amounts.map(paymentOf);
          const index = at % honest.length;
          const [one, next] = [honest[index], honest[(index + 1) % honest.length]];
          if (one === undefined || next === undefined || (change === 'swapped' && one === next)) return;
          const listed = {
            twice: honest.toSpliced(index, 0, one),
            swapped: honest.map((each) => (each === one ? next : each === next ? one : each)),
            'left out': honest.toSpliced(index, 1),
            renamed: honest.with(index, { ...one, txID: 'aa'.repeat(32) }),
          }[change];
          expect(verifyListed(listed, honest)).toBe(
            change === 'renamed' ? 'TRANSACTION_ID_MISMATCH' : 'TRANSACTION_ROOT_MISMATCH',
          );
        },
      ),
      { numRuns: scaled(100) },
    ));
});
