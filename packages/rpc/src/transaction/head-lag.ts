/** The age of a head from which on its node is not synchronized: ten blocks. */
export const MAX_LAG_MS = 30_000;
/** The time from its head to the expiration of a transaction, unless a node is configured otherwise. */
const LIFE_MS = 60_000;

/** How old the head of a transaction's node was by the node's own clock, if it is configured as by default. */
export const lagOf = ({ timestamp, expiration }: { readonly timestamp: number; readonly expiration: number }): number =>
  timestamp - (expiration - LIFE_MS);
