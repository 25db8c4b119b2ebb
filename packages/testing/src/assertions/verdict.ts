/** What an assertion found. */
export interface Verdict {
  readonly pass: boolean;
  /** Said where it should have passed: what was expected, what was got, with the unit. */
  readonly message: string;
  /** Said where it should not have passed. */
  readonly negated: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** An error as `node:assert` throws it, which Jest, vitest and node:test show with a difference. */
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

/** @throws AssertionError unless the verdict is that it passed; `operator` is the name of the assertion */
export async function requirePass(verdict: Promise<Verdict>, operator: string): Promise<void> {
  const judged = await verdict;
  if (!judged.pass) throw new AssertionError(judged, operator);
}
