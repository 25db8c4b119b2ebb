import { type AbiParameter } from '@coin/units';

/**
 * The names of parameters whose values can form an object: at least one parameter, and all names present and distinct.
 */
export function distinctNames(parameters: readonly AbiParameter[]): readonly string[] | undefined {
  const names = parameters.map(({ name = '' }) => name);
  const areDistinct = names.length > 0 && names.every(Boolean) && new Set(names).size === names.length;
  return areDistinct ? names : undefined;
}

/** Values by these names; the list itself without names. */
export const byName = (names: readonly string[] | undefined, values: readonly unknown[]): unknown =>
  names === undefined ? values : Object.fromEntries(names.map((name, i) => [name, values[i]]));
