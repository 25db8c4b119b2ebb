/**
 * Bytes from the node's lenient hexadecimal: an optional `0x`, an odd length is padded, blanks do not count. Lower-case hexadecimal, or undefined for
 * anything else.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 */
export function hexFromText(text: string): string | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  const padded = digits.length % 2 === 0 ? digits : `0${digits}`;
  if (isHex.test(padded)) return padded.toLowerCase();
  const pairs = padded.replace(/[ \t\r\n]/g, '');
  return isHex.test(pairs) && pairs.length % 2 === 0 ? pairs.toLowerCase() : undefined;
}

const isHex = /^[0-9a-fA-F]*$/;
