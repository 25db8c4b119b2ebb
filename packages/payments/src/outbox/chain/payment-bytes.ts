/** The fields of a transaction's raw data that describe its action: the memo and the contract. */
const MEMO = 10;
const CONTRACT = 11;
/** How a field is written: as a number, or with its length before it. */
const VARINT = 0;
const LENGTH_DELIMITED = 2;

/**
 * The action of a transaction in hex: the bytes of its memo and its contract. They are the same in all transactions for
 * one intent. Undefined for bytes that are not raw data.
 *
 * Source: docs/protocol/transfers.md, Fields the node fills.
 */
export function paymentBytes(rawDataHex: string): string | undefined {
  let at = 0;
  let found = '';
  const readNumber = (): number => {
    for (let number = 0, scale = 1; ; scale *= 128) {
      const byte = Number.parseInt(rawDataHex.slice(at, at + 2), 16);
      at += 2;
      number += (byte % 128) * scale;
      // Not a number past the end of the bytes.
      if (!(byte >= 128)) return number;
    }
  };
  while (at < rawDataHex.length) {
    const tag = readNumber();
    const size = readNumber();
    if (tag % 8 === VARINT && size >= 0) continue;
    if (tag % 8 !== LENGTH_DELIMITED || !(at + 2 * size <= rawDataHex.length)) return undefined;
    const value = rawDataHex.slice(at, at + 2 * size);
    at += 2 * size;
    const field = Math.floor(tag / 8);
    if (field === MEMO || field === CONTRACT) found += `${field}:${value};`;
  }
  return found;
}
