/** The message with which an assertion fails; undefined where it passes. Other errors are thrown. */
export async function messageOf(assertion: () => Promise<void>): Promise<string | undefined> {
  try {
    await assertion();
    return undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') return error.message;
    throw error;
  }
}

/** A promise that is rejected as a client's are. */
export async function clientError(code: string, context: object): Promise<never> {
  throw Object.assign(new Error(code), { name: 'RpcError', code, context });
}
