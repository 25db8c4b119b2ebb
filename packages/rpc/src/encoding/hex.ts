/** Bytes as lower-case hex digits. */
export const bytesToHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Bytes of hex digits, whose count must be even. */
export const hexToBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Whether a text is hex of whole bytes. */
export const isHex = (text: string): boolean => /^(?:[\da-f]{2})*$/i.test(text);
