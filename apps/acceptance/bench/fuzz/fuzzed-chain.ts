/** What a property in TypeScript needs of a chain. */
export interface FuzzedChain {
  /** Deploys a contract of the compiled ones, and returns its address. */
  readonly deploy: (name: string, bytecode: string) => Promise<string>;
  /** Calls a contract in a transaction. Returns whether it succeeded. */
  readonly send: (contract: string, data: string) => Promise<boolean>;
  /** Returns the integer that a view function returns. */
  readonly read: (
    contract: string,
    call: { readonly functionSelector: string; readonly data: string },
  ) => Promise<bigint>;
  /** Saves the state. The returned function restores it, any number of times. */
  readonly save: () => Promise<() => Promise<void>>;
}
