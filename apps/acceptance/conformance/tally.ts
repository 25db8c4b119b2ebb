import { type Source } from './case.ts';

/** The outcome of a source's cases. */
export interface Tally {
  readonly cases: number;
  readonly passed: number;
  /** How many cases differ, by cause. */
  readonly excluded: ReadonlyMap<string, number>;
  /** Cases that differ and are not excluded, with the difference. */
  readonly failures: readonly string[];
  /** Excluded cases that do not differ, or do not exist. */
  readonly stale: readonly string[];
}

/** Runs every `step`th case of a source, from the given one on. Counts only the cases that it runs as passed. */
export async function tallySource(
  { read, exclusions }: Source,
  folder: string,
  { step = 1, from = 0 } = {},
): Promise<Tally> {
  const causes = new Map(exclusions.flatMap(({ cause, cases }) => cases.map((name) => [name, cause] as const)));
  const stale = new Set(causes.keys());
  const excluded = new Map<string, number>();
  const failures: string[] = [];
  let cases = 0;
  let passed = 0;
  for await (const { name, check } of read(folder)) {
    if (cases++ % step !== from % step) continue;
    try {
      await check();
      passed++;
    } catch (error) {
      const cause = causes.get(name);
      if (cause === undefined) failures.push(`${name}: ${String(error)}`);
      else excluded.set(cause, (excluded.get(cause) ?? 0) + 1);
      stale.delete(name);
    }
  }
  return { cases, passed, excluded, failures, stale: [...stale] };
}

/** The row of a source in README.md. */
export function composeRow({ name, origin, licence }: Source, { cases, passed, excluded }: Tally): string {
  const causes = [...excluded].map(([cause, count]) => `${count}: ${cause}`).join('<br>');
  return `| ${name} | ${origin} | ${licence} | ${cases} | ${passed} | ${causes} |`;
}
