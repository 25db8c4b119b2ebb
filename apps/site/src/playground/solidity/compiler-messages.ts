/** What the page asks the compiler's worker for. */
export interface CompilerRequest {
  /** The address of the compiler's script. */
  readonly compiler: string;
  /** The compiler's standard JSON. */
  readonly input: string;
}

/** What the worker answers: first that it has the compiler, then its output, or one problem. */
export type CompilerAnswer =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'output'; readonly output: string }
  | { readonly kind: 'problem'; readonly problem: string };
