import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressFromPublicKey, addressFromWord, addressToHex, isAddress, toAddress } from '@coin/rpc/address';
import { signerFromPrivateKey } from '@coin/rpc/signer';
import { recordings } from './support/recordings.ts';

const base58check = createBase58check(sha256);
const body = fc.uint8Array({ minLength: 20, maxLength: 20 });

test('both forms agree with an independent codec', () =>
  fc.assert(
    fc.property(body, (bytes) => {
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

test('a log’s address is read in both forms', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        body,
        fc.nat(19).map((zeros) => new Uint8Array(20).fill(7, zeros)),
      ),
      (bytes) => {
        expect(addressFromWord(base58check.encode(bytes))).toBe(base58check.encode(Uint8Array.of(0x41, ...bytes)));
      },
    ),
  ));

test('one changed character is found', () =>
  fc.assert(
    fc.property(
      body,
      fc.nat(33),
      fc.constantFrom(...Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')),
      (bytes, at, other) => {
        const address = base58check.encode(Uint8Array.of(0x41, ...bytes));
        fc.pre(address[at] !== other);
        expect(isAddress(address.slice(0, at) + other + address.slice(at + 1))).toBe(false);
      },
    ),
  ));

test('of another network is refused', () => {
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
])('%j is no address', (value) => expect(isAddress(value)).toBe(false));

test.each(['', 'zz', '3mePVisMCZgGeTRNNf5qWfFB5w3mvQH4z', 'f'.repeat(41), `${'0'.repeat(23)}1${'f'.repeat(40)}`])(
  '%j is no word with an address',
  (word) => expect(() => addressFromWord(word)).toThrow(expect.objectContaining({ code: 'ADDRESS_INVALID' })),
);

test('a key’s address is its owner’s', () => {
  const alice = signerFromPrivateKey('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
  expect(alice.address).toBe('TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi');
  expect(() => addressFromPublicKey(new Uint8Array(33))).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});

test('every address in the recordings is read', () => {
  const found = new Set(
    Object.values(recordings).flatMap(({ answer }) => answer.match(/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g) ?? []),
  );
  expect(found.size).toBeGreaterThan(3);
  for (const address of found) expect(toAddress(addressToHex(address))).toBe(address);
});
