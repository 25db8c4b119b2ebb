import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inHashMapOrder, stringHash } from '../../src/protocol/java/hash-map.ts';

/** Puts keys one by one into a table of buckets that doubles when more than three quarters are used, as Java does. */
function iterationOrder(keys: readonly string[]): readonly string[] {
  let table: string[][] = Array.from({ length: 16 }, () => []);
  const put = (key: string): void => {
    const hash = stringHash(key);
    table[(hash ^ (hash >>> 16)) & (table.length - 1)]?.push(key);
  };
  for (const [at, key] of keys.entries()) {
    put(key);
    if (at + 1 <= table.length * 0.75) continue;
    const known = table.flat();
    table = Array.from({ length: table.length * 2 }, () => []);
    for (const other of known) put(other);
  }
  return table.flat();
}

const keyLists = fc.uniqueArray(fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('Aa', 'BB', 'AaAa', 'BBBB')), {
  maxLength: 90,
  size: 'max',
});

test('any number of keys has the order of a Java HashMap', () => {
  fc.assert(
    fc.property(keyLists, (keys) => {
      expect(inHashMapOrder(keys, stringHash)).toEqual(iterationOrder(keys));
    }),
    { numRuns: scaled(200) },
  );
});
