/** What the worker that runs an example says, in the order in which it happens. Lines count from 1. */
export type ExampleMessage =
  | {
      readonly kind: 'value';
      readonly line: number;
      readonly ok: boolean;
      readonly shown: string;
      readonly actual: string;
    }
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'done' };
