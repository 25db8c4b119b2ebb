/** The platform's `AbortSignal`; where neither DOM nor Node types declare it, what is read of it. */
export type PlatformSignal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : { readonly aborted: boolean; readonly reason: unknown };

/** The platform's `fetch`; where neither DOM nor Node types declare it, any function that returns a promise. */
export type PlatformFetch = typeof globalThis extends { readonly fetch: infer Fetch }
  ? Fetch
  : (...args: never[]) => Promise<unknown>;
