/** Pairs of neighbouring letters, including a space before the name and the end after it. */
const pairsOf = (name: string): string[] =>
  ` ${name.toLowerCase()}`.split('').map((letter, index, all) => letter + all[index + 1]);

/**
 * Returns the known name most like a misspelt or abbreviated one, or undefined if none is similar.
 *
 * @example
 * ```ts
 * import { closestName } from '@coin/errors';
 *
 * closestName('maximum', ['min', 'max', 'locale']); // => 'max'
 * closestName('colour', ['min', 'max']); // => undefined
 * ```
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  // Names are short, so only the start of a long text is compared.
  const given = new Set(pairsOf(name.slice(0, 50)));
  let closest;
  let best = 0.2;
  for (const candidate of known) {
    const pairs = pairsOf(candidate);
    const likeness = pairs.filter((pair) => given.has(pair)).length / (pairs.length + given.size);
    if (likeness > best) [closest, best] = [candidate, likeness];
  }
  return closest;
}
