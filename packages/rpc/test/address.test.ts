import { addressFromPublicKey, addressFromWord, addressToHex, isAddress, toAddress } from '@coin/rpc/address';
import { signerFromPrivateKey } from '@coin/rpc/signer';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordings } from './support/recordings.ts';

const base58check = createBase58check(sha256);
const twentyBytes = fc.uint8Array({ minLength: 20, maxLength: 20 });

test('toAddress and addressToHex agree with an independent codec', () =>
  fc.assert(
    fc.property(twentyBytes, (bytes) => {
      const payload = Uint8Array.of(0x41, ...bytes);
      const hex = Buffer.from(payload).toString('hex');
      const address = base58check.encode(payload);
      expect(toAddress(hex)).toBe(address);
      expect(toAddress(`0x${hex.toUpperCase()}`)).toBe(address);
      expect(toAddress(address)).toBe(address);
      expect(addressToHex(address)).toBe(hex);
      expect(addressFromWord(hex.slice(2).padStart(64, '0'))).toBe(address);
    }),
  ));

test('addressFromWord reads a log’s address in both forms', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        twentyBytes,
        fc.nat(19).map((zeros) => new Uint8Array(20).fill(7, zeros)),
      ),
      (bytes) => {
        expect(addressFromWord(base58check.encode(bytes))).toBe(base58check.encode(Uint8Array.of(0x41, ...bytes)));
      },
    ),
  ));

test('isAddress rejects an address with one changed character', () =>
  fc.assert(
    fc.property(
      twentyBytes,
      fc.nat(33),
      fc.constantFrom(...Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')),
      (bytes, at, other) => {
        const address = base58check.encode(Uint8Array.of(0x41, ...bytes));
        fc.pre(address[at] !== other);
        expect(isAddress(address.slice(0, at) + other + address.slice(at + 1))).toBe(false);
      },
    ),
  ));

test('isAddress rejects addresses of another network', () => {
  expect(isAddress(base58check.encode(new Uint8Array(21).fill(0x42)))).toBe(false);
  expect(isAddress('a01b02cc461f3bd04462c710609df74f63a6cdae1f')).toBe(false);
});

test.each([
  undefined,
  null,
  5,
  {},
  '',
  'T',
  'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh0',
  ' TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
  '41',
  `41${'g'.repeat(40)}`,
])('isAddress rejects %j', (value) => expect(isAddress(value)).toBe(false));

test.each(['', 'zz', '3mePVisMCZgGeTRNNf5qWfFB5w3mvQH4z', 'f'.repeat(41), `${'0'.repeat(23)}1${'f'.repeat(40)}`])(
  'addressFromWord rejects %j',
  (word) => expect(() => addressFromWord(word)).toThrow(expect.objectContaining({ code: 'ADDRESS_INVALID' })),
);

test('addressFromPublicKey derives the address of a key, and rejects a compressed key', () => {
  const alice = signerFromPrivateKey('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
  expect(alice.address).toBe('TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi');
  expect(() => addressFromPublicKey(new Uint8Array(33))).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});

test('toAddress accepts every address in the recordings', () => {
  const found = new Set(
    Object.values(recordings).flatMap(({ answer }) => answer.match(/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g) ?? []),
  );
  expect(found.size).toBeGreaterThan(3);
  for (const address of found) expect(toAddress(addressToHex(address))).toBe(address);
});
