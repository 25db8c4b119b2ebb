import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { literalOf, readDefaults, type Literal } from './read-defaults.ts';

/**
 * What a test does with an option: called with `{}` and with options that have it, and told the default that the table
 * states. What it returns must be the same without the option and with the default, and another with a value beside it.
 */
export interface Observation {
  // oxlint-disable-next-line typescript/no-explicit-any -- each observation knows the type of its option
  readonly observe: (options: any, stated: any) => unknown;
  /** Another value that can be told from the default; the next larger number, unless given. */
  readonly other?: Literal;
}

/**
 * Observations by owner and option. For a default in words, a function that fails where the words are wrong; for a value
 * that no option changes, one that is told the value and fails where the code has another.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each observation knows the type of its value
export type Observations = Readonly<Record<string, Observation | ((stated: any) => unknown)>>;

function neighbour(value: Literal): Literal {
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  throw new Error(`Give another value than '${value}'.`);
}

/** Observes every default in the table of a package's `defaults.md`; fails where a row has no observation. */
export function describeDefaults(folder: string, observations: Observations): void {
  const rows = readDefaults(readFileSync(join(folder, 'defaults.md'), 'utf8'));
  describe('defaults', () => {
    test('has an observation for each row of the table', () => {
      const keys = rows.map(({ owner, option }) => `${owner}.${option}`);
      expect(Object.keys(observations).toSorted()).toEqual(keys.toSorted());
    });
    for (const { owner, option, text, isFixed } of rows) {
      const observation = observations[`${owner}.${option}`];
      if (observation === undefined) continue;
      test(`${owner}.${option} is ${text}`, { timeout: 60_000 }, async () => {
        const stated = literalOf(text);
        if (typeof observation === 'function') {
          expect(stated !== undefined, 'whether the cell is a value').toBe(isFixed);
          await observation(stated);
          return;
        }
        if (stated === undefined) throw new Error(`The cell is not a literal: ${text}`);
        const { observe, other = neighbour(stated) } = observation;
        const observed = await observe({}, stated);
        expect(observed).toEqual(await observe({ [option]: stated }, stated));
        expect(observed).not.toEqual(await observe({ [option]: other }, stated));
      });
    }
  });
}
