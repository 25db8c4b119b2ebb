const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });
/** As the node's HTTP server reads a text without a charset: byte by byte. */
const latin1 = /* @__PURE__ */ new TextDecoder('latin1');

/** Content types whose text is UTF-8 without saying so. */
const utf8Types = /^\s*(application\/(json|xhtml\+xml|xml|x-www-form-urlencoded)|text\/(html|xml|json))\s*(;|$)/i;

/** A body as text: in the charset that the content type names or implies. */
export function decodeBody(bytes: Uint8Array, contentType: string | null | undefined): string {
  if (contentType === null || contentType === undefined) return utf8.decode(bytes);
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase();
  if (charset === 'utf-8' || charset === 'utf8') return utf8.decode(bytes);
  if (charset === undefined && utf8Types.test(contentType)) return utf8.decode(bytes);
  return latin1.decode(bytes);
}
