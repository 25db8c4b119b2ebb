/** A response's body in parts, as the platform's `ReadableStream` returns it. */
export interface ForkBody {
  readonly getReader: () => {
    readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    readonly cancel: () => Promise<void>;
  };
}

/** The part of `fetch` that a fork needs. It must not follow redirects, because the headers may be secret. */
export type ForkFetch = (
  url: string,
  init: {
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly redirect: 'manual';
    /**
     * Aborts when the request takes too long or its answer is too large. The platform's `AbortSignal`, if its types are
     * declared.
     */
    readonly signal: typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } }
      ? Signal
      : unknown;
  },
) => Promise<{
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  /** If absent, `text` reads the answer regardless of its size. */
  readonly body?: ForkBody | null;
  readonly text: () => Promise<string>;
}>;
