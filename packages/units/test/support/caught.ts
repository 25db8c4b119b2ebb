/** What the action throws; a failure where it throws nothing. */
export function caught(action: () => unknown): unknown {
  let result: unknown;
  try {
    result = action();
  } catch (error) {
    return error;
  }
  throw new Error(`nothing was thrown, the result is ${String(result)}`);
}
