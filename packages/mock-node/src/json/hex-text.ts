/**
 * Reads the node's lenient hexadecimal: `0x` is optional, an odd length is padded, blanks are ignored. Returns
 * lower-case hexadecimal, or undefined for any other text.
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

/** Reads digits in pairs, ignoring blanks. */
export function hexFromPairs(padded: string): string | undefined {
  if (isHex.test(padded) && padded.length % 2 === 0) return padded.toLowerCase();
  const pairs = padded.replace(/[ \t\r\n]/g, '');
  return isHex.test(pairs) && pairs.length % 2 === 0 ? pairs.toLowerCase() : undefined;
}

const isHex = /^[0-9a-fA-F]*$/;

const blank = /[ \t\r\n]/;

/**
 * The message with which the node's hexadecimal decoder rejects a text. It reads pair by pair and looks up characters
 * in a table of 128.
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

/** Java stores Latin-1 texts separately from others, and reports the same problem differently for each. */
function beyondEnd(text: string, at: number): string {
  const isLatin = Array.from(text, (char) => char.charCodeAt(0)).every((code) => code < 256);
  return isLatin ? `String index out of range: ${at}` : `index ${at}, length ${text.length}`;
}
