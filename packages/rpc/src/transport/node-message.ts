import { hexToBytes, isHex } from '../encoding/hex.ts';

/** What the Java side prints of an exception: `class <name> : <message>`. Source: docs/protocol/http.md, Generic error object. */
export function splitException(text: string): { exception: string; message: string } {
  const match = /^class (\S+) : ([^]*)$/.exec(text);
  return { exception: match?.[1] ?? '', message: match?.[2] ?? text };
}

/**
 * A message that may be hex of UTF-8: some answers keep it so even when visible is true, and some gateways turn it so.
 * Only what decodes to printable text is taken for hex: `dead` is a word.
 */
export function readableMessage(message: string): string {
  if (message.length < 8 || !isHex(message)) return message;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(message));
    // eslint-disable-next-line no-control-regex
    return /^[^\p{Cc}]*$/u.test(text.replace(/[\n\r\t]/g, '')) ? text : message;
  } catch {
    return message;
  }
}

/** The node's words for "not now": the same bytes may go again. Source: docs/protocol/http.md, Broadcast. */
export const isBusy = (code: string): boolean =>
  /^(?:SERVER_BUSY|NO_CONNECTION|NOT_ENOUGH_EFFECTIVE_CONNECTION|BLOCK_UNSOLIDIFIED)$/.test(code);
