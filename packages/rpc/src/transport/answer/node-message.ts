import { hexToText } from '../../encoding/hex.ts';

/**
 * The parts of a Java exception as the node prints it: `class <name> : <message>`. Source: docs/protocol/http.md,
 * Generic error object.
 */
export function splitException(text: string): { readonly exception: string; readonly message: string } {
  const match = /^class (\S+) : ([^]*)/.exec(text);
  return { exception: match?.[1] ?? '', message: match?.[2] ?? text };
}

/**
 * A message in readable form. Some answers give it as hex of UTF-8 even when visible is true, and some gateways convert
 * it to hex. Only hex that decodes to printable text is decoded: `dead` is a word.
 */
export function readableMessage(message: string): string {
  if (message.length < 8) return message;
  const text = hexToText(message);
  return text !== undefined && /^\P{Cc}*$/u.test(text.replace(/[\n\r\t]/g, '')) ? text : message;
}

/** Whether a node after 4.8.2 says only that it failed. Source: docs/protocol/http.md, Generic error object. */
export const isInternalError = (message: string): boolean => message === 'internal server error';

/** Whether a code means "not now": the same bytes may be sent again. Source: docs/protocol/http.md, Broadcast. */
export const isBusy = (code: string): boolean =>
  /^(?:SERVER_BUSY|NO_CONNECTION|NOT_ENOUGH_EFFECTIVE_CONNECTION|BLOCK_UNSOLIDIFIED)$/.test(code);
