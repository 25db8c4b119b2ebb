import { RequestError } from './request-errors.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Decodes base64 to lower-case hexadecimal as Java's basic decoder does: no blanks, and padding only at the end.
 *
 * Source: docs/protocol/http.md, Endpoint table.
 *
 * @throws RequestError IllegalArgumentException with the decoder's message.
 */
export function decodeBase64(text: string): string {
  const [sextets = ''] = /^[A-Za-z0-9+/]*/.exec(text) ?? [];
  const rest = text.slice(sextets.length);
  const dangling = sextets.length % 4;
  if (rest !== '' && !rest.startsWith('=')) throw refused(`Illegal base64 character ${byteOf(rest)}`);
  const isMisplaced = dangling === 0 || (dangling === 2 && !rest.startsWith('=='));
  if (rest !== '' && isMisplaced) throw refused('Input byte array has wrong 4-byte ending unit');
  if (dangling === 1) throw refused('Last unit does not have enough valid bits');
  const end = sextets.length + (rest === '' ? 0 : 4 - dangling);
  if (end < text.length) throw refused(`Input byte array has incorrect ending byte at ${end}`);
  const bits = Array.from(sextets, (char) => ALPHABET.indexOf(char).toString(2).padStart(6, '0')).join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
}

function refused(problem: string): RequestError {
  return new RequestError('java.lang.IllegalArgumentException', problem);
}

/** The first character as a signed byte of ISO 8859-1, in hexadecimal; a question mark for other characters. */
function byteOf(text: string): string {
  const code = text.charCodeAt(0);
  const byte = code > 255 ? 0x3f : code;
  return (byte > 127 ? byte - 256 : byte).toString(16);
}
