/** Ends an operation early: what it did is undone, and it may run again from the start. */
export class InterruptedError extends Error {
  override readonly name: string = 'InterruptedError';
}
