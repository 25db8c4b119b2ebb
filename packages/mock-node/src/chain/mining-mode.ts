import { type Milliseconds } from '../protocol/primitives.ts';

/** When blocks are produced. Intervals in milliseconds of the machine's clock, 1 or more. */
export type MiningMode =
  | { readonly mode: 'instant' }
  | { readonly mode: 'manual' }
  | { readonly mode: 'interval'; readonly interval: Milliseconds }
  | { readonly mode: 'mixed'; readonly interval: Milliseconds };
