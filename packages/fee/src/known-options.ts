import { argumentInvalid, KNOWN_OPTIONS } from './errors.ts';

/** The keys of each member of a union. */
type KeysOf<T> = T extends T ? keyof T : never;

/** Every name of a type, each once. A missing or unknown name is a compile error. */
export type Names<T> = { readonly [Name in KeysOf<T>]-?: true };

/** Throws for an own property with an unknown name: a misspelt option would otherwise be ignored. */
export function requireKnown<T extends object>(given: T, names: Names<T>): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(names, name)) continue;
    throw argumentInvalid(name, given[name as keyof T], KNOWN_OPTIONS + Object.keys(names).join(', '));
  }
}
