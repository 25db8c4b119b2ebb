import {
  addressFromPublicKey,
  addressFromWord,
  addressToHex,
  fromEvmAddress,
  isAddress,
  toAddress,
  toEvmAddress,
} from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { getAddress } from 'viem';
import { expect, test } from 'vitest';
import { recordings } from '../support/recordings.ts';

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

const ADDRESS = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const HEX = '411b02cc461f3bd04462c710609df74f63a6cdae1f';

test.each<[unknown, string]>([
  [undefined, 'not a string'],
  [5, 'not a string'],
  ['', 'wrong length'],
  [`${ADDRESS}1`, 'wrong length'],
  [`${HEX}00`, 'wrong length'],
  [`00${HEX}`, 'wrong length'],
  [`41${HEX}`, 'wrong length'],
  [`0x0x${HEX}`, 'wrong length'],
  [`0${HEX}x`, 'wrong length'],
  [`${HEX.slice(0, 20)}0x${HEX.slice(20)}`, 'wrong length'],
  [ADDRESS.replace('b', '0'), 'wrong character'],
  [ADDRESS.replace('b', '\u{1f600}').slice(0, 34), 'wrong character'],
  [ADDRESS.replace(/8$/, '9'), 'wrong checksum'],
  [HEX.slice(2), 'EVM address'],
  [`0x${HEX.slice(2).toUpperCase()}`, 'EVM address'],
  [base58check.encode(new Uint8Array(22).fill(9, 2)), 'wrong checksum'],
  [base58check.encode(new Uint8Array(21).fill(0x42)), 'wrong first byte'],
])('toAddress says why it rejects %j: %s', (value, reason) => {
  expect(() => toAddress(value as never)).toThrow(
    expect.objectContaining({
      code: 'ADDRESS_INVALID',
      context: { value: String(value).slice(0, 80), reason },
    }),
  );
});

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

test.each([
  '',
  'zz',
  '3mePVisMCZgGeTRNNf5qWfFB5w3mvQH4z',
  'f'.repeat(41),
  `${'0'.repeat(23)}1${'f'.repeat(40)}`,
  `x${'f'.repeat(40)}`,
  `${'f'.repeat(40)}x`,
  `/${'f'.repeat(30)}`,
  `${'f'.repeat(30)}/`,
  'f'.repeat(23),
  base58check.encode(new Uint8Array(21).fill(9, 1)),
  'f'.repeat(34),
  undefined as never,
  5 as never,
])('addressFromWord rejects %j', (word) =>
  expect(() => addressFromWord(word)).toThrow(expect.objectContaining({ code: 'ADDRESS_INVALID' })),
);

test.each([
  [`/${'f'.repeat(30)}`, 'not 20 bytes'],
  [`${'f'.repeat(30)}/`, 'not 20 bytes'],
  ['f'.repeat(23), 'not 20 bytes'],
  ['f'.repeat(34), 'not 20 bytes'],
  ['f'.repeat(30), 'wrong checksum'],
])('addressFromWord says why it rejects %j: %s', (word, reason) => {
  expect(() => addressFromWord(word)).toThrow(expect.objectContaining({ context: { value: word, reason } }));
});

test('an EVM address is read in lower case, in upper case and with the checksum that viem gives it', () =>
  fc.assert(
    fc.property(twentyBytes, (bytes) => {
      const digits = Buffer.from(bytes).toString('hex');
      const address = toAddress(`41${digits}`);
      expect(toEvmAddress(address)).toBe(`0x${digits}`);
      expect(toEvmAddress(`41${digits.toUpperCase()}`)).toBe(`0x${digits}`);
      for (const form of [`0x${digits}`, `0x${digits.toUpperCase()}`, getAddress(`0x${digits}`)])
        expect(fromEvmAddress(form)).toBe(address);
    }),
  ));

test('toAddress names the function that converts an EVM address', () => {
  expect(() => toAddress(`0x${HEX.slice(2)}`)).toThrow('EVM address. Convert it with fromEvmAddress.');
});

test('an EVM address with one letter in the wrong case is rejected', () =>
  fc.assert(
    fc.property(twentyBytes, fc.nat(39), (bytes, at) => {
      const written = getAddress(`0x${Buffer.from(bytes).toString('hex')}`);
      const letter = written.charAt(2 + at);
      const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
      const wrong = `${written.slice(0, 2 + at)}${other}${written.slice(3 + at)}`;
      fc.pre(other !== letter && /[a-f]/.test(wrong.slice(2)) && /[A-F]/.test(wrong));
      expect(() => fromEvmAddress(wrong)).toThrow(
        expect.objectContaining({
          code: 'ADDRESS_INVALID',
          context: { value: wrong, reason: 'wrong checksum' },
        }),
      );
    }),
  ));

test.each([
  [undefined, 'not a string'],
  [HEX, 'not an EVM address'],
  [`0x${HEX}`, 'not an EVM address'],
  [`0X${HEX.slice(2)}`, 'not an EVM address'],
  [HEX.slice(2), 'not an EVM address'],
  [`0x${HEX.slice(3)}g`, 'not an EVM address'],
  [` 0x${HEX.slice(2)}`, 'not an EVM address'],
  [ADDRESS, 'not an EVM address'],
])('fromEvmAddress says why it rejects %j: %s', (value, reason) => {
  expect(() => fromEvmAddress(value as never)).toThrow(
    expect.objectContaining({ code: 'ADDRESS_INVALID', context: { value: String(value), reason } }),
  );
});

test('addressFromPublicKey derives the address of a key, with and without the byte for its form', () => {
  const key = 'bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573';
  expect(createKeySigner(key).address).toBe('TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi');
  const point = secp256k1.getPublicKey(Buffer.from(key, 'hex'), false);
  expect(addressFromPublicKey(point)).toBe('TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi');
  expect(addressFromPublicKey(point.subarray(1))).toBe('TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi');
});

test.each([
  [new Uint8Array(33).fill(4), '33 bytes', 'an uncompressed key of 65 or 64 bytes'],
  [new Uint8Array(65).fill(2), '65 bytes', 'an uncompressed key of 65 or 64 bytes'],
  [new Uint8Array(66).fill(4), '66 bytes', 'an uncompressed key of 65 or 64 bytes'],
  ['04', '04', 'a Uint8Array'],
  [Array.from({ length: 64 }, () => 4), 'an array', 'a Uint8Array'],
])('addressFromPublicKey rejects %s', (key, value, expected) => {
  expect(() => addressFromPublicKey(key as never)).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID', context: { argument: 'publicKey', value, expected } }),
  );
});

test('addressFromPublicKey reads a key of 64 bytes that begins with 4 unchanged', () => {
  const key = new Uint8Array(64).fill(4);
  expect(addressFromPublicKey(key)).toBe(base58check.encode(Uint8Array.of(0x41, ...keccak_256(key).subarray(12))));
});

test('toAddress accepts every address in the recordings', () => {
  const found = new Set(
    Object.values(recordings).flatMap(({ answer }) => answer.match(/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g) ?? []),
  );
  expect(found.size).toBeGreaterThan(3);
  for (const address of found) expect(toAddress(addressToHex(address))).toBe(address);
});
