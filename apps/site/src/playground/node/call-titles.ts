/** The calls that panels show, and contracts of the reader's own. */
export const CALL_TITLES = {
  'transfer-to-new-holder': 'Token transfer to a new holder',
  'transfer-to-holder': 'Token transfer to a holder',
  swap: 'Swap of two tokens, with inner calls',
  deployment: 'Deployment of a token',
  own: 'Your own contract',
} as const;

export type CallName = keyof typeof CALL_TITLES;
