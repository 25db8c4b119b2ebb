// Signatures that are made elsewhere: what is signed, how they come back, and how those of several keys become one
// list.
import { readFileSync } from 'node:fs';
import { decodeTransaction, encodeTransaction, signTransaction, toAddress, type Transaction } from '@coin/rpc';
import { addSignature, combineSignatures, createKeySigner, signersOf, signingPayload } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeSigned } from '../../src/transaction/encode-transaction.ts';
import { ALICE, ALICES_KEY, builtTransfer } from '../support/built-transfer.ts';

const unsigned = await builtTransfer();
const { txID } = unsigned;
const digest = Uint8Array.from(Buffer.from(txID, 'hex'));
const signers = [ALICES_KEY, '11'.repeat(32), '22'.repeat(32), '33'.repeat(32)].map(createKeySigner);
const [alice, bob] = signers as [(typeof signers)[0], (typeof signers)[0]];
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The other valid form of a signature: n - s, and the other recovery id. */
function highS(signature: Uint8Array): string {
  const hex = hexOf(signature);
  const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${hex.slice(64, 128)}`);
  return `${hex.slice(0, 64)}${s.toString(16).padStart(64, '0')}${hex.endsWith('1b') ? '1c' : '1b'}`;
}

const withSignatures = (...signatures: string[]): Transaction => ({ ...unsigned, signatures });

describe('signingPayload', () => {
  test('gives the bytes without signatures, and their digest', async () => {
    for (const transaction of [unsigned, await signTransaction(unsigned, alice)]) {
      const payload = signingPayload(transaction);
      expect(hexOf(payload.rawData)).toBe(unsigned.rawDataHex);
      expect(payload.digest).toEqual(sha256(payload.rawData));
      expect(hexOf(payload.digest)).toBe(txID);
    }
  });

  test('rejects a transaction whose bytes differ from its fields', () => {
    const code = (code: string) => expect.objectContaining({ code });
    expect(() => signingPayload({ ...unsigned, txID: '00'.repeat(32) })).toThrow(code('SIGNATURE_INVALID'));
    const rawData = { ...unsigned.rawData, fee_limit: 5 };
    expect(() => signingPayload({ ...unsigned, rawData })).toThrow(code('ARGUMENT_INVALID'));
  });
});

test('signersOf finds who signed each transaction that a node accepted', () => {
  const accepted = JSON.parse(
    readFileSync(new URL('../fixtures/transactions.json', import.meta.url), 'utf8'),
  ) as (Transaction & { rawData: { contract: [{ parameter: { value: { owner_address: string } } }] } })[];
  let signed = 0;
  for (const { rawDataHex, signatures, rawData } of accepted) {
    const owner = toAddress(rawData.contract[0].parameter.value.owner_address);
    const found = signersOf(decodeTransaction(encodeSigned(rawDataHex, signatures)));
    // Of the one with two signatures, the second is by another key of the owner's permission.
    expect(found.slice(0, 1)).toEqual(signatures.slice(0, 1).map(() => owner));
    expect(new Set(found).size).toBe(signatures.length);
    signed += found.length;
  }
  expect(signed).toBeGreaterThan(20);
});

describe('addSignature', () => {
  test('takes a signature in each form in which signers write it', () => {
    const bytes = alice.sign(digest);
    const expected = hexOf(bytes);
    const zeroBased = Uint8Array.of(...bytes.subarray(0, 64), (bytes[64] ?? 0) - 27);
    for (const signature of [bytes, expected, `0x${expected.toUpperCase()}`, zeroBased, hexOf(zeroBased)])
      expect(addSignature(unsigned, { signature, address: ALICE }).signatures).toEqual([expected]);
    expect(unsigned.signatures).toEqual([]);
  });

  test('takes a signature with a high s, as hardware modules make them, because a node does', () => {
    const signature = highS(alice.sign(digest));
    expect(addSignature(unsigned, { signature, address: ALICE }).signatures).toEqual([signature]);
  });

  test('leaves one signature of a key that signs again', async () => {
    const once = await signTransaction(unsigned, alice);
    for (const signature of [alice.sign(digest), highS(alice.sign(digest))])
      expect(addSignature(once, { signature, address: ALICE }).signatures).toHaveLength(1);
  });

  test('rejects a signature by another key, and names both', () => {
    expect(() => addSignature(unsigned, { signature: bob.sign(digest), address: ALICE })).toThrow(
      expect.objectContaining({
        code: 'SIGNATURE_INVALID',
        shortMessage: `There is no valid signature of ${txID}: the signature is by ${bob.address} instead of ${ALICE}. Sign these bytes with a key that may.`,
      }),
    );
  });

  test('rejects a signature of another transaction', () => {
    const signature = alice.sign(sha256(digest));
    expect(() => addSignature(unsigned, { signature, address: ALICE })).toThrow(/the signature is by T\w+ instead/);
  });

  test.each([
    ['64 bytes', '07'.repeat(64)],
    ['66 bytes', '07'.repeat(66)],
    ['a recovery id of 2', `${'07'.repeat(64)}02`],
    ['a recovery id of 29', `${'07'.repeat(64)}1d`],
    ['a recovery id of 54', `${'07'.repeat(64)}36`],
    ['undefined', undefined],
    ['a number', 7],
  ])('rejects %s', (_, signature) => {
    expect(() => addSignature(unsigned, { signature: signature as string, address: ALICE })).toThrow(
      expect.objectContaining({
        code: 'SIGNATURE_INVALID',
        context: { txID, reason: 'wrong form', detail: 'not 65 bytes of r, s, recovery id' },
      }),
    );
  });

  test.each([
    ['r of 0', `${'00'.repeat(32)}${'07'.repeat(32)}1b`],
    ['s of 0', `${'07'.repeat(32)}${'00'.repeat(32)}1b`],
    ['r above the order', `${'ff'.repeat(32)}${'07'.repeat(32)}1b`],
    ['an r that is not a point', `${'00'.repeat(31)}05${'07'.repeat(32)}1b`],
  ])('rejects a signature with %s', (_, signature) => {
    expect(() => addSignature(unsigned, { signature, address: ALICE })).toThrow(
      expect.objectContaining({ context: { txID, reason: 'no key', detail: 'no key can have made this signature' } }),
    );
  });
});

describe('combineSignatures', () => {
  const everyone = signers.map((signer) =>
    addSignature(unsigned, { signature: signer.sign(digest), address: signer.address }),
  );
  const all = combineSignatures(everyone);

  test('keeps one signature of each key', () => {
    expect([...signersOf(all)].sort()).toEqual(signers.map(({ address }) => address).sort());
  });

  test('returns the same bytes for copies in any order, number and grouping', () =>
    fc.assert(
      fc.property(
        fc.array(fc.subarray(everyone), { maxLength: 5 }),
        fc.shuffledSubarray(everyone, { minLength: 4 }),
        (groups, rest) => {
          const returned = groups.filter((group) => group.length > 0).map(combineSignatures);
          const combined = combineSignatures([...returned, ...rest, unsigned]);
          expect(encodeTransaction(combined)).toBe(encodeTransaction(all));
        },
      ),
      { numRuns: scaled(10) },
    ));

  test('chooses the same one of two valid signatures of a key, in either order', () => {
    const [low, high] = [hexOf(alice.sign(digest)), highS(alice.sign(digest))];
    const [first, second] = [
      combineSignatures([withSignatures(low, high)]),
      combineSignatures([withSignatures(high, low)]),
    ];
    expect(first.signatures).toHaveLength(1);
    expect(second).toEqual(first);
  });

  test('rejects a copy of another transaction, and an empty list', async () => {
    const other = decodeTransaction(encodeTransaction(unsigned).replace(/c0843d/, 'c1843d'));
    expect(other.txID).not.toBe(txID);
    expect(() => combineSignatures([unsigned, other])).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        context: { argument: 'transactions', value: other.txID, expected: `copies of the transaction ${txID}` },
      }),
    );
    expect(() => combineSignatures([])).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  });

  test('rejects a copy with a signature that no key made', () => {
    expect(() => combineSignatures([withSignatures('00'.repeat(65))])).toThrow(
      expect.objectContaining({ code: 'SIGNATURE_INVALID' }),
    );
  });
});
