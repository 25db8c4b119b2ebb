import * as fc from 'fast-check';

/** Where the halves of surrogate pairs begin, and how many they are: no code point is one of them. */
const SURROGATES = { first: 0xd800, count: 0x800 };

const codePoint = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10ffff - SURROGATES.count))
  .map((index) => (index < SURROGATES.first ? index : index + SURROGATES.count))
  .map((point) => String.fromCodePoint(point));

/** Texts of any code points. fast-check's `unit: 'binary'` draws the same, but first takes a second to list them. */
export const anyText = (constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.string({ ...constraints, unit: codePoint }) },
    { weight: 1, arbitrary: fc.string(constraints) },
  );
