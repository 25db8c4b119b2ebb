import { generateKeyPairSync, sign as signMessage } from 'node:crypto';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vmRules } from '../../src/vm/index.ts';
import { modularExponentiation } from '../../src/vm/precompiles/modexp.ts';
import { bytes, call, cost, hex, sha256, word32 } from '../support/precompile-calls.ts';
import { mainnetParameters, osaka } from '../support/vm-harness.ts';

/** A number of bytes for MODEXP. */
const length = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(64, 128, 1024));

describe('modexp of Osaka', () => {
  /** TIP-7883, in the words of EIP-7883. */
  function priceOf(baseLength: number, exponent: Uint8Array, modulusLength: number): number {
    const longest = Math.max(baseLength, modulusLength);
    const complexity = longest > 32 ? 2 * Math.ceil(longest / 8) ** 2 : 16;
    const head = BigInt(`0x0${hex(exponent.subarray(0, 32))}`);
    const bits = Math.max(0, head.toString(2).length - 1);
    const iterations = exponent.length <= 32 ? bits : 16 * (exponent.length - 32) + bits;
    return Math.max(500, complexity * Math.max(1, iterations));
  }

  const numberOf = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
  const numbers = fc.tuple(length, length, length).chain((sizes) => fc.tuple(...sizes.map(numberOf)));

  test('costs what EIP-7883 specifies, and returns as many bytes as the modulus has', () => {
    fc.assert(
      fc.property(numbers, ([base, exponent, modulus]) => {
        const [b, e, m] = [base!, exponent!, modulus!];
        const input = word32(b.length) + word32(e.length) + word32(m.length) + hex(b) + hex(e) + hex(m);
        const energy = priceOf(b.length, e, m.length);
        expect(modularExponentiation.energy(bytes(input), osaka)).toBe(energy);
        if (energy > 200_000) return;
        expect(call(5, input, { rules: osaka, energy }).output?.length).toBe(2 * m.length);
        expect(call(5, input, { rules: osaka, energy: energy - 1 })).toEqual({ success: false, output: '' });
      }),
      { numRuns: scaled(60) },
    );
  });

  test('fails above 1,024 bytes of a number', () => {
    for (const at of [0, 1, 2]) {
      const lengths = (size: number): string => [0, 1, 2].map((i) => word32(i === at ? size : 0)).join('');
      expect(call(5, lengths(1024), { rules: osaka }).success).toBe(true);
      expect(call(5, lengths(1025), { rules: osaka }).success).toBe(false);
    }
  });

  test('a modulus of 0 gives zero bytes', () => {
    expect(call(5, word32(1) + word32(1) + word32(3) + '0305', { rules: osaka }).output).toBe('000000');
  });

  test('runs out of time since block version 35 with nothing but a long exponent', () => {
    const rules = vmRules(mainnetParameters, { passedVersion: 35 });
    const input = (exponentLength: number): string => word32(0) + word32(exponentLength) + word32(0);
    expect(call(5, input(1025), { rules }).exception).toBe('CPU timeout for modExp executing');
    expect(call(5, input(1024), { rules }).success).toBe(true);
    expect(call(5, input(1025)).success).toBe(true);
  });
});

describe('p256Verify', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

  /** A hash, and a signature of it by OpenSSL: `r` and `s`. */
  const signed = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((message) => {
    const signature = signMessage('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return { hash: sha256(message), r: signature.subarray(0, 32), s: signature.subarray(32) };
  });

  const inputOf = (...parts: readonly Uint8Array[]): string => hex(Buffer.concat(parts));

  test('accepts the signatures of OpenSSL, with either s, and nothing else', () => {
    fc.assert(
      fc.property(signed, fc.nat({ max: 159 }), fc.integer({ min: 1, max: 255 }), ({ hash, r, s }, at, flip) => {
        const input = inputOf(hash, r, s, point);
        expect(call(0x100, input, { rules: osaka })).toEqual({ success: true, output: word32(1) });
        const other = bytes(word32(order - BigInt(`0x${hex(s)}`)));
        expect(call(0x100, inputOf(hash, r, other, point), { rules: osaka }).output).toBe(word32(1));
        const changed = Uint8Array.from(bytes(input), (byte, i) => (i === at ? byte ^ flip : byte));
        expect(call(0x100, hex(changed), { rules: osaka })).toEqual({ success: true, output: '' });
        for (const wrong of [input.slice(2), `${input}00`])
          expect(call(0x100, wrong, { rules: osaka })).toEqual({ success: true, output: '' });
      }),
      { numRuns: scaled(5) },
    );
  });

  test('returns nothing for numbers out of range and for no point', () => {
    const field = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
    const hash = sha256(Uint8Array.of(1));
    const pointWord = [point.subarray(0, 32), point.subarray(32)];
    for (const parts of [
      [0n, 1n],
      [1n, 0n],
      [order, 1n],
      [1n, order],
    ]) {
      const input = inputOf(hash, ...parts.map((part) => bytes(word32(part))), point);
      expect(call(0x100, input, { rules: osaka }).output).toBe('');
    }
    for (const coordinates of [
      [bytes(word32(0)), bytes(word32(0))],
      [bytes(word32(field)), pointWord[1]!],
      [pointWord[0]!, bytes(word32(field))],
    ]) {
      expect(call(0x100, inputOf(hash, hash, hash, ...coordinates), { rules: osaka }).output).toBe('');
    }
  });

  test('costs 6,900, and exists only since Osaka', () => {
    expect(cost(0x100, '', osaka)).toBe(6900);
    expect(cost(0x100, '')).toBe(0);
  });
});
