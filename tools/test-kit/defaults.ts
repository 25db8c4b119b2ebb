import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { literalOf, readDefaults, type Literal } from './read-defaults.ts';

/**
 * What a test does with an option: called with `{}` and with options that have it, and told the default that the table
 * states. What it returns must be the same without the option and with the default, and another with another value.
 */
export interface Observation {
  // oxlint-disable-next-line typescript/no-explicit-any -- each observation knows the type of its option
  readonly observe: (options: any, stated: any) => unknown;
  /** Another value that can be told from the default, or how to get it; the next larger number, unless given. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each observation knows the type of its option
  readonly other?: Literal | ((stated: any) => Literal);
}

/**
 * Observations by owner and option.
 *
 * - A default in words: a function that fails if the words are wrong.
 * - A value that no option changes, or that is slow to observe: a function that takes the value and fails if the code
 *   has another one.
 * - A default that shows in a whole run only: the path of the test that fails.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each observation knows the type of its value
export type Observations = Readonly<Record<string, Observation | ((stated: any) => unknown) | string>>;

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
    for (const { owner, option, text } of rows) {
      const observation = observations[`${owner}.${option}`];
      if (observation === undefined) continue;
      test(`${owner}.${option} is ${text}`, async () => {
        const stated = literalOf(text);
        if (typeof observation === 'string') {
          expect(readFileSync(join(folder, observation), 'utf8')).toContain(option);
          return;
        }
        if (typeof observation === 'function') {
          expect(observation, 'takes the value of the cell').toHaveLength(stated === undefined ? 0 : 1);
          return void (await observation(stated));
        }
        if (stated === undefined) throw new Error(`The cell is not a literal: ${text}`);
        const { observe, other = neighbour } = observation;
        const differing = typeof other === 'function' ? other(stated) : other;
        const observed = await observe({}, stated);
        expect(observed).toEqual(await observe({ [option]: stated }, stated));
        expect(observed).not.toEqual(await observe({ [option]: differing }, stated));
      });
    }
  });
}
