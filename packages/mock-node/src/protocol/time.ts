import { type Milliseconds } from './primitives.ts';

/** Time from one slot to the next, fixed by the protocol. */
export const BLOCK_INTERVAL_MS = 3000 satisfies Milliseconds;

/** 9999-12-31T00:00:00Z. Later times have no four-digit year, and their sums soon become inexact. */
export const MAX_TIME = 253_402_214_400_000 satisfies Milliseconds;

export const DAY_MS = 86_400_000 satisfies Milliseconds;
