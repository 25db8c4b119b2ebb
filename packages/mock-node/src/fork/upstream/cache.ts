/**
 * Keeps what a fork has read for a later fork that needs no network: any store of one string.
 *
 * In Node, a file path works too.
 */
export interface ForkCache {
  /** Returns the last string written; undefined if there is none. */
  readonly read: () => Promise<string | undefined>;
  readonly write: (text: string) => Promise<void>;
}
