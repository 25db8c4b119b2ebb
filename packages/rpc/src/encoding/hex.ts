/** Bytes as lower-case hex digits. */
export const bytesToHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Bytes of hex digits, whose count must be even. Blocks have hundreds of addresses: a loop is the fastest. */
export function hexToBytes(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}

/** Whether a text is hex of whole bytes. */
export const isHex = (text: string): boolean => /^(?:[\da-f]{2})*$/i.test(text);

/** The text whose UTF-8 is in hex; undefined for other bytes, and for text that is not hex. */
export function hexToText(hex: string): string | undefined {
  if (!isHex(hex)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(hex));
  } catch {
    return undefined;
  }
}
