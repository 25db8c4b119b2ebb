/** What the context of `AMOUNT_SYNTAX` says of an unexpected character, or of a missing digit. */
export const syntaxReason = (character: string | undefined) =>
  character === undefined ? { reason: 'missing digit' } : { reason: 'unexpected character', character };
