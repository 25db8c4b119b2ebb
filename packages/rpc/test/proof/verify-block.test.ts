import { verifyBlock, type SignedBlock, type WitnessSchedule } from '@coin/rpc/proof';
import { expect, test } from 'vitest';
import { idOf, signedHeaders, witnesses, type Witness } from '../support/signed-chain.ts';

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
