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
