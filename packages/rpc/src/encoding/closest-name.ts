/** Names are shorter; to compare a long text would take long. */
const MAX_COMPARED_LENGTH = 64;

/** The known name that the fewest letters set apart from another one; undefined if none is known. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const given = name.slice(0, MAX_COMPARED_LENGTH).toLowerCase();
  const distances = known.map((candidate) => editDistance(given, candidate.toLowerCase()));
  return known[distances.indexOf(Math.min(...distances))];
}

/** Levenshtein's distance: the fewest letters to insert, remove or replace. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of from.split('').entries()) {
    const current = [row + 1];
    for (const [column, other] of to.split('').entries()) {
      const replaced = (previous[column] ?? 0) + Number(letter !== other);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
