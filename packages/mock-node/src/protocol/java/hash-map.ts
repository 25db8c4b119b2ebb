/** Java's 32-bit polynomial hash with factor 31. */
function polynomial(start: number, length: number, at: (index: number) => number): number {
  let hash = start;
  for (let index = 0; index < length; index++) hash = (Math.imul(hash, 31) + at(index)) | 0;
  return hash;
}

const signedByte = (hex: string, index: number): number =>
  (Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16) << 24) >> 24;

/** `hashCode` of a string. */
export const stringHash = (text: string): number => polynomial(0, text.length, (index) => text.charCodeAt(index));

/** `Arrays.hashCode` of bytes given in hexadecimal. */
export const byteArrayHash = (hex: string): number => polynomial(1, hex.length / 2, (index) => signedByte(hex, index));

/** `hashCode` of a protobuf ByteString given in hexadecimal: seeded with the length, 1 instead of 0. */
export const byteStringHash = (hex: string): number =>
  polynomial(hex.length / 2, hex.length / 2, (index) => signedByte(hex, index)) || 1;

/** Number of buckets of a hash map with `size` keys: 16, doubled whenever more than three quarters are used. */
function bucketCount(size: number): number {
  let buckets = 16;
  while (size > buckets * 0.75) buckets *= 2;
  return buckets;
}

/**
 * Sorts values in the iteration order of a Java HashMap after inserting them one by one. The node uses this order if it
 * does not sort, and for equal elements if it does.
 *
 * Source: docs/protocol/http.md, Response printing.
 *
 * @param hashOf - the key's `hashCode`.
 */
export function inHashMapOrder<Value>(values: readonly Value[], hashOf: (value: Value) => number): readonly Value[] {
  return inBuckets(values, hashOf, bucketCount(values.length));
}

/** The same order for an empty HashMap that another map was copied into as a whole, which makes it smaller. */
export function copiedHashMapOrder<Value>(
  values: readonly Value[],
  hashOf: (value: Value) => number,
): readonly Value[] {
  let buckets = 1;
  while (buckets < Math.floor(values.length / 0.75 + 1)) buckets *= 2;
  return inBuckets(values, hashOf, buckets);
}

/** Sorting pays off above this number. */
const FEW = 32;

function inBuckets<Value>(
  values: readonly Value[],
  hashOf: (value: Value) => number,
  buckets: number,
): readonly Value[] {
  const mask = buckets - 1;
  const bucketOf = (value: Value): number => {
    const hash = hashOf(value);
    return (hash ^ (hash >>> 16)) & mask;
  };
  return values.length > FEW ? sortedBy(values, bucketOf) : insertedBy(values, bucketOf);
}

function sortedBy<Value>(values: readonly Value[], bucketOf: (value: Value) => number): readonly Value[] {
  const placed = values.map((value) => ({ value, bucket: bucketOf(value) }));
  return placed.sort((a, b) => a.bucket - b.bucket).map(({ value }) => value);
}

const fewBuckets = /* @__PURE__ */ new Int32Array(FEW);

/** The same order for few values, without an object for each. */
function insertedBy<Value>(values: readonly Value[], bucketOf: (value: Value) => number): readonly Value[] {
  const ordered = values.slice();
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    const bucket = bucketOf(value);
    let at = index;
    for (; at > 0 && fewBuckets[at - 1]! > bucket; at--) {
      ordered[at] = ordered[at - 1]!;
      fewBuckets[at] = fewBuckets[at - 1]!;
    }
    ordered[at] = value;
    fewBuckets[at] = bucket;
  }
  return ordered;
}
