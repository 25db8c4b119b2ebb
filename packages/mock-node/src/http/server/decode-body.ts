const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** Content types that imply UTF-8 if they have no parameter. */
const utf8Types = /^\s*(application|text)\/json\s*$/i;
const utf8Charset = /;\s*charset="?utf-?8"?\s*(;|$)/i;

/**
 * Decodes a body with the charset that its content type names or implies, otherwise byte by byte.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | null | undefined): string {
  const text = utf8.decode(bytes);
  const isAscii = text.length === bytes.length && !text.includes('\ufffd');
  if (isAscii || utf8Types.test(contentType ?? '') || utf8Charset.test(contentType ?? '')) return text;
  return latin1(bytes);
}

/** Decodes ISO 8859-1. `TextDecoder` implements Windows-1252 under that name. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}
