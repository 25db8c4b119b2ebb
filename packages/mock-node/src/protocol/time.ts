import { type Milliseconds } from './primitives.ts';

/** Time from one slot to the next. The protocol knows no other. */
export const BLOCK_INTERVAL_MS = 3000 satisfies Milliseconds;

export const DAY_MS = 86_400_000 satisfies Milliseconds;
