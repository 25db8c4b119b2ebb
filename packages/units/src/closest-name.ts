/** Pairs of neighbouring letters, including the space before the name and the one after it. */
const pairsOf = (name: string): string[] =>
  ` ${name}`
    .toLowerCase()
    .split('')
    .map((letter, i, all) => letter + all[i + 1]);

/** Returns the known name most like a misspelt or abbreviated one, or undefined if none is similar. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  // Option names are short, so only the start of a long text is compared.
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
