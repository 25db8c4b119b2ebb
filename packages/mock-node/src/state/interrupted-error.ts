/** Ends an operation early. Its changes are undone, and it may run again from the start. */
export class InterruptedError extends Error {
  override readonly name: string = 'InterruptedError';
}
