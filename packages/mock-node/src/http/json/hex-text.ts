/**
 * Bytes from the node's lenient hexadecimal: an optional `0x`, an odd length is padded, blanks do not count. Lower-case hexadecimal, or undefined for
 * anything else.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 */
export function hexFromText(text: string): string | undefined {
  return hexFromPairs(paddedDigits(text));
}

/** The text with what the leniency adds to it and takes from it. */
export function paddedDigits(text: string): string {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** The same of digits in pairs: only blanks do not count. */
export function hexFromPairs(padded: string): string | undefined {
  if (isHex.test(padded) && padded.length % 2 === 0) return padded.toLowerCase();
  const pairs = padded.replace(/[ \t\r\n]/g, '');
  return isHex.test(pairs) && pairs.length % 2 === 0 ? pairs.toLowerCase() : undefined;
}

const isHex = /^[0-9a-fA-F]*$/;

const blank = /[ \t\r\n]/;

/** What the node's hexadecimal decoder says of a text that it refuses: it reads pair by pair, from a table of 128 characters. */
export function hexProblem(text: string): string {
  const end = text.replace(/[ \t\r\n]+$/, '').length;
  const skipBlanks = (at: number): number => {
    let next = at;
    while (next < end && blank.test(text.charAt(next))) next += 1;
    return next;
  };
  for (let at = skipBlanks(0); at < end; at = skipBlanks(at + 1)) {
    const first = text.charCodeAt(at);
    if (first > 127) return beyondTable(first);
    at = skipBlanks(at + 1);
    if (at >= text.length) return beyondEnd(text, at);
    const second = text.charCodeAt(at);
    if (second > 127) return beyondTable(second);
    if (!isHex.test(String.fromCharCode(first, second))) break;
  }
  return 'invalid characters encountered in Hex string';
}

function beyondTable(code: number): string {
  return `Index ${code} out of bounds for length 128`;
}

/** Java keeps a text of one byte a character apart from others, and has two sentences for the same. */
function beyondEnd(text: string, at: number): string {
  const isLatin = Array.from(text, (char) => char.charCodeAt(0)).every((code) => code < 256);
  return isLatin ? `String index out of range: ${at}` : `index ${at}, length ${text.length}`;
}
