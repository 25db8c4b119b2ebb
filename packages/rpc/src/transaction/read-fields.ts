/**
 * A message's fields by number: integers and byte strings, the last one of each number. Undefined when the bytes are
 * not a message.
 */
export function readFields(bytes: Uint8Array): Map<number, bigint | Uint8Array> | undefined {
  const fields = new Map<number, bigint | Uint8Array>();
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
      if ((tag & 7) === 0) fields.set(tag >> 3, value);
      else if ((tag & 7) === 2 && at + Number(value) <= bytes.length) {
        fields.set(tag >> 3, bytes.subarray(at, at + Number(value)));
        at += Number(value);
      } else return undefined;
    }
  } catch {
    return undefined;
  }
  return fields;
}
