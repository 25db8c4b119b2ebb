import { type Milliseconds } from './primitives.ts';

/** Time from one slot to the next. The protocol knows no other. */
export const BLOCK_INTERVAL_MS = 3000 satisfies Milliseconds;

/** 9999-12-31T00:00:00Z. Decision: later times have no date of four digits, and sums of them are soon inexact. */
export const MAX_TIME = 253_402_214_400_000 satisfies Milliseconds;

export const DAY_MS = 86_400_000 satisfies Milliseconds;
