/** The result of an assertion. */
export interface Verdict {
  readonly pass: boolean;
  /** The message if it should have passed: the expected and the actual value, with the unit. */
  readonly message: string;
  /** The message if it should not have passed. */
  readonly negated: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The error that `node:assert` throws too, and that Jest, vitest and node:test show with a diff. */
class AssertionError extends Error {
  override readonly name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
  readonly generatedMessage = false;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly operator: string;

  constructor({ message, expected, actual }: Verdict, operator: string) {
    super(message);
    this.expected = expected;
    this.actual = actual;
    this.operator = operator;
  }
}

/** @throws AssertionError unless the verdict passed; `operator` is the name of the assertion */
export async function requirePass(verdict: Promise<Verdict>, operator: string): Promise<void> {
  const judged = await verdict;
  if (!judged.pass) throw new AssertionError(judged, operator);
}
