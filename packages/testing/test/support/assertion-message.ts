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

/** A promise that is rejected as a client's are, with what rejects another promise as the cause. */
export async function clientError(code: string, context: object, failed?: Promise<never>): Promise<never> {
  const cause = await failed?.catch((error: unknown) => error);
  throw Object.assign(new Error(code, { cause }), { name: 'RpcError', code, context });
}
