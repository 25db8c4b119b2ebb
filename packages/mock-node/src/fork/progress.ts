/** What a fork is reading, while it takes long. */
export interface ForkProgress {
  /** What is read now, in words. */
  readonly piece: string;
  /** Requests to the network so far. */
  readonly requests: number;
}
