/**
 * `AsyncDisposable` where the compiler's `lib` declares it, so that `await using` accepts the object; no member
 * elsewhere, so that these declarations compile with every `lib`.
 */
export type AsyncDisposal = {
  readonly [Key in SymbolConstructor[Extract<keyof SymbolConstructor, 'asyncDispose'>]]: () => Promise<void>;
};
