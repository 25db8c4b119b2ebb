import { type Milliseconds } from '../protocol/primitives.ts';

/** The rule by which blocks are produced. `intervalMs` is 1 or more, by the machine's clock. */
export type MiningMode =
  | { readonly kind: 'instant' }
  | { readonly kind: 'manual' }
  | { readonly kind: 'interval'; readonly intervalMs: Milliseconds }
  | { readonly kind: 'mixed'; readonly intervalMs: Milliseconds };
