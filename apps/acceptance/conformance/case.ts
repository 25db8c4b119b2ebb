/** One case of a source. `check` throws, or rejects, when our result differs from the source's. */
export interface Case {
  readonly name: string;
  readonly check: () => void | Promise<void>;
}

/** Cases whose result must differ from the source's, by name. */
export interface Exclusion {
  /** Completes "excluded because": why the results differ. */
  readonly cause: string;
  /** The page of docs/protocol, or the rule of the network, that says so. */
  readonly source: string;
  readonly cases: readonly string[];
}

/** Data that others wrote, and how to read it. */
export interface Source {
  readonly name: string;
  /** Package with its version, or repository with its commit, and the path of the data in it. */
  readonly origin: string;
  readonly licence: string;
  readonly read: (folder: string) => Iterable<Case> | AsyncIterable<Case>;
  readonly exclusions: readonly Exclusion[];
}
