/**
 * Where a fork keeps what it has read, so that a later one needs no network: any store of one text.
 *
 * Source: Decision: a file in Node; elsewhere whatever the platform has.
 */
export interface ForkCache {
  /** The text that was written last; undefined if there is none. */
  readonly read: () => Promise<string | undefined>;
  readonly write: (text: string) => Promise<void>;
}
