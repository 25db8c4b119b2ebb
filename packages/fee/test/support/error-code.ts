/** The code of the error that `run` throws, 'NONE' when it throws nothing. */
export function errorCodeOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
  return 'NONE';
}
