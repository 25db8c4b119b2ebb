/** Each two neighbouring letters of a name, including the spaces before and after it. */
const pairsOf = (name: string): string[] =>
  ` ${name}`
    .toLowerCase()
    .split('')
    .map((letter, i, all) => letter + all[i + 1]);

/** The known name that is most like a misspelt or abbreviated one; undefined if none is like it. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  // an option has a short name: a long one is only compared in part
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
