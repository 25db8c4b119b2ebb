import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase58Check, encodeBase58Check } from '../../src/encoding/base58check.ts';

const reference = createBase58check(sha256);
/** Bytes that often begin with zeros. */
const bytes = fc
  .tuple(fc.nat({ max: 3 }), fc.uint8Array({ minLength: 1, maxLength: 32 }))
  .map(([zeros, rest]) => Uint8Array.of(...new Uint8Array(zeros), ...rest));

test('bytes have the text of @scure/base, and are read back', () =>
  fc.assert(
    fc.property(bytes, (drawn) => {
      const text = encodeBase58Check(drawn);
      expect(text).toBe(reference.encode(drawn));
      expect(decodeBase58Check(text, drawn.length)).toEqual(drawn);
    }),
  ));

test('a text with another digit, of another size, or with another zero is not read', () =>
  fc.assert(
    fc.property(bytes, fc.nat(), fc.constantFrom('1', '5', 'z'), (drawn, at, digit) => {
      const text = encodeBase58Check(drawn);
      const place = at % text.length;
      const changed = text.slice(0, place) + digit + text.slice(place + 1);
      expect(decodeBase58Check(changed, drawn.length)).toEqual(changed === text ? drawn : undefined);
      expect(decodeBase58Check(text, drawn.length + 1)).toBeUndefined();
      expect(decodeBase58Check(text, drawn.length - 1)).toBeUndefined();
      expect(decodeBase58Check(`1${text}`, drawn.length)).toBeUndefined();
      expect(decodeBase58Check(`0${text.slice(1)}`, drawn.length)).toBeUndefined();
    }),
  ));
