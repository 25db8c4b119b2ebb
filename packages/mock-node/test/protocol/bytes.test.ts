import { scaled } from '@coin/test-kit/scaled';
import { sha256 as slowSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex as slowBytesToHex, hexToBytes as slowHexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase58, isAddress, toBase58 } from '../../src/protocol/address.ts';
import { createByteAllocator } from '../../src/protocol/byte-allocator.ts';
import { sha256Hex } from '../../src/protocol/hash.ts';
import { bytesToHex, hexToBytes } from '../../src/protocol/hex.ts';
import { createRecentValues } from '../../src/protocol/recent-values.ts';

const bytes = fc.uint8Array({ maxLength: 200 });

test('reads and writes hexadecimal, and hashes, as the libraries do that need no runtime', () => {
  fc.assert(
    fc.property(bytes, fc.nat(40), (whole, start) => {
      const part = whole.subarray(start);
      const hex = slowBytesToHex(part);
      expect(bytesToHex(part)).toBe(hex);
      expect(hexToBytes(hex)).toEqual(part);
      expect(hexToBytes(hex.toUpperCase())).toEqual(part);
      expect(sha256Hex(part)).toBe(slowBytesToHex(slowSha256(part)));
    }),
    { numRuns: scaled(300) },
  );
});

const outcome = <T>(compute: () => T): T | string => {
  try {
    return compute();
  } catch (error) {
    return `throws ${error instanceof Error ? error.message : ''}`;
  }
};

test('rejects damaged hexadecimal as the library does', () => {
  const digit = fc.stringMatching(/^[0-9a-fA-F]$/);
  const damage = fc.constantFrom('', 'g', ' ', '\u0130', '\u{1f600}');
  const text = fc.tuple(fc.string({ unit: digit, maxLength: 150 }), damage, fc.string({ unit: digit, maxLength: 150 }));
  fc.assert(
    fc.property(text, (parts) => {
      const hex = parts.join('');
      expect(outcome(() => hexToBytes(hex))).toEqual(outcome(() => slowHexToBytes(hex)));
    }),
    { numRuns: scaled(300) },
  );
});

test('allocates bytes that are zero and overlap with no others', () => {
  const lengths = fc.array(fc.nat(2000), { maxLength: 60 });
  fc.assert(
    fc.property(lengths, (drawn) => {
      const allocate = createByteAllocator();
      const arrays = drawn.map((length, index) => {
        const allocated = allocate(length);
        expect(allocated).toEqual(new Uint8Array(length));
        return allocated.fill(index);
      });
      expect(arrays).toEqual(drawn.map((length, index) => new Uint8Array(length).fill(index)));
    }),
    { numRuns: scaled(50) },
  );
});

const base58check = createBase58check(slowSha256);

/** What reading an address gives without any memory of earlier ones. */
function readSlowly(text: string): string | undefined {
  const result = outcome(() => slowBytesToHex(base58check.decode(text)));
  return isAddress(result) ? result : undefined;
}

test('prints and reads addresses the same whether or not they are remembered', () => {
  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((tail) => Uint8Array.from([0x41, ...tail]));
  const printed = fc.oneof(address, fc.uint8Array({ maxLength: 30 }));
  const change = fc.record({ at: fc.nat(33), to: fc.stringMatching(/^[12ABab0Il ]$/) });
  fc.assert(
    fc.property(printed, fc.option(change), (value, changed) => {
      const hex = slowBytesToHex(value);
      const text = base58check.encode(value);
      for (let time = 0; time < 2; time++) {
        expect(fromBase58(text)).toBe(readSlowly(text));
        expect(toBase58(hex)).toBe(text);
      }
      if (changed === null) return;
      const damaged = text.slice(0, changed.at) + changed.to + text.slice(changed.at + 1);
      expect(fromBase58(damaged)).toBe(readSlowly(damaged));
    }),
    { numRuns: scaled(200) },
  );
});

test('keeps at least as many recent values as asked for, and at most twice as many', () => {
  const size = 8;
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 200 }), (keys) => {
      const values = createRecentValues<number, string>(size);
      for (const key of keys) if (values.get(key) === undefined) values.set(key, `value of ${key}`);
      const latest = [...new Set(keys.toReversed())].slice(0, size);
      for (const key of latest) expect(values.get(key)).toBe(`value of ${key}`);
      const kept = Array.from({ length: 41 }, (_, key) => key).filter((key) => values.get(key) !== undefined);
      expect(kept.length).toBeLessThanOrEqual(2 * size);
    }),
    { numRuns: scaled(200) },
  );
});
