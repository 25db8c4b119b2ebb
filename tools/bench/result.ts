/** One measurement of ours, held against a baseline that was measured in the same run. */
export interface Result {
  readonly what: string;
  /** With its unit. */
  readonly ours: string;
  /** Its name, and its value with the unit. */
  readonly baseline: string;
  readonly ratio: number;
  /** Absent where the ratio is only reported. */
  readonly bound?: Bound | undefined;
  /** Printed and held to its bound, but left out of the written page. */
  readonly detail?: boolean | undefined;
}

export type Bound = { readonly atLeast: number } | { readonly atMost: number };

export const holds = ({ ratio, bound }: Result): boolean =>
  bound === undefined || ('atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost);

/** The cells of a result in the terminal: what, ours, baseline, ratio, bound, verdict. */
export function cells(result: Result): string[] {
  const { what, ours, baseline, ratio, bound } = result;
  const limit = bound === undefined ? 'none' : 'atLeast' in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`;
  return [what, ours, baseline, ratio.toFixed(ratio < 0.1 ? 3 : 2), limit, holds(result) ? 'ok' : 'FAILED'];
}

/**
 * Prints a result, and sends it to the process that runs the benches, if there is one. If the bound does not hold, this
 * process will exit with 1.
 */
export function report(result: Result): void {
  console.log(cells(result).join(' | '));
  process.send?.(result);
  if (!holds(result)) process.exitCode = 1;
}

/** A time in milliseconds with three digits, in the unit that suits it. */
export function formatTime(milliseconds: number): string {
  const [value, unit] =
    milliseconds >= 1
      ? [milliseconds, 'ms']
      : milliseconds >= 0.001
        ? [milliseconds * 1e3, 'µs']
        : [milliseconds * 1e6, 'ns'];
  return `${value >= 100 ? Math.round(value) : value.toPrecision(3)} ${unit}`;
}
