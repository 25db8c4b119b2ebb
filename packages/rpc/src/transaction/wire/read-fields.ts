/** A field of an encoded message: an integer, or a byte string. */
export type ReadField = readonly [number: number, value: bigint | Uint8Array];

/** A message's fields in their order. Undefined when the bytes are not a message of integers and byte strings. */
export function readFields(bytes: Uint8Array): ReadField[] | undefined {
  const fields: ReadField[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 63n) throw new RangeError('not a varint');
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  try {
    while (at < bytes.length) {
      const tag = Number(varint());
      const value = varint();
      if ((tag & 7) === 0) fields.push([tag >> 3, value]);
      else if ((tag & 7) === 2 && at + Number(value) <= bytes.length) {
        fields.push([tag >> 3, bytes.subarray(at, at + Number(value))]);
        at += Number(value);
      } else return undefined;
    }
  } catch {
    return undefined;
  }
  return fields;
}
