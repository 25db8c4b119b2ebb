/**
 * Bytes from the node's lenient hexadecimal: an optional `0x`, an odd length is padded, blanks are ignored. Lower-case
 * hexadecimal, or undefined for anything else.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 */
export function hexFromText(text: string): string | undefined {
  return hexFromPairs(paddedDigits(text));
}

/** Drops the prefix and pads an odd length. */
export function paddedDigits(text: string): string {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** Reads digits in pairs and ignores blanks. */
export function hexFromPairs(padded: string): string | undefined {
  if (isHex.test(padded) && padded.length % 2 === 0) return padded.toLowerCase();
  const pairs = padded.replace(/[ \t\r\n]/g, '');
  return isHex.test(pairs) && pairs.length % 2 === 0 ? pairs.toLowerCase() : undefined;
}

const isHex = /^[0-9a-fA-F]*$/;

const blank = /[ \t\r\n]/;

/**
 * The message of the node's hexadecimal decoder for a text that it refuses. It reads pair by pair and looks characters
 * up in a table of 128.
 */
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

/** Java stores texts of Latin-1 apart from others, and reports the same problem in two ways. */
function beyondEnd(text: string, at: number): string {
  const isLatin = Array.from(text, (char) => char.charCodeAt(0)).every((code) => code < 256);
  return isLatin ? `String index out of range: ${at}` : `index ${at}, length ${text.length}`;
}
