/**
 * `AsyncDisposable` if the compiler's `lib` declares it, which makes `await using` accept the object. Otherwise it has
 * no members, so these declarations compile with every `lib`.
 */
export type AsyncDisposal = {
  readonly [Key in SymbolConstructor[Extract<keyof SymbolConstructor, 'asyncDispose'>]]: () => Promise<void>;
};
