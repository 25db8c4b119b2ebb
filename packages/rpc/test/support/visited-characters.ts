/** Methods of strings that look at one character; all others are counted as if they looked at all they may. */
const SINGLE = ['charCodeAt', 'codePointAt', 'charAt', 'at'] as const;
const WHOLE = [
  'match',
  'matchAll',
  'replace',
  'replaceAll',
  'search',
  'split',
  'trim',
  'includes',
  'lastIndexOf',
] as const;
const PARTS = ['slice', 'substring', 'substr'] as const;
const SEARCHES = ['indexOf', 'startsWith', 'endsWith'] as const;

export interface Visited {
  characters: number;
  /** Length of the longest text that a regular expression was given: how often it goes over that cannot be counted. */
  longestMatched: number;
}

/** Counts the characters that string methods, `JSON.parse` and regular expressions look at during an operation. */
export async function visitedCharacters(operation: () => Promise<unknown>): Promise<Visited> {
  const visited: Visited = { characters: 0, longestMatched: 0 };
  const restore: (() => void)[] = [];
  const wrap = (
    owner: object,
    name: string | symbol,
    count: (self: unknown, args: unknown[], result: unknown) => void,
  ) => {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      const result: unknown = Reflect.apply(original, this, args);
      count(this, args, result);
      return result;
    });
    restore.push(() => Reflect.set(owner, name, original));
  };
  for (const name of SINGLE) {
    const original = String.prototype[name] as (index: number) => unknown;
    // Without the detour of the others: this one is called for each character of 10 MB.
    Reflect.set(String.prototype, name, function (this: string, index: number) {
      visited.characters++;
      return original.call(this, index);
    });
    restore.push(() => Reflect.set(String.prototype, name, original));
  }
  for (const name of WHOLE) wrap(String.prototype, name, (self) => (visited.characters += String(self).length));
  for (const name of PARTS)
    wrap(String.prototype, name, (_, __, result) => (visited.characters += (result as string).length));
  for (const name of SEARCHES)
    wrap(String.prototype, name, (self, [, from], result) => {
      const start = Number(from ?? 0);
      const end = typeof result === 'number' && result >= 0 ? result : String(self).length;
      visited.characters += name === 'indexOf' ? end - start : 1;
    });
  wrap(JSON, 'parse', (_, [text]) => (visited.characters += String(text).length));
  wrap(RegExp.prototype, 'exec', (_, [text]) => {
    visited.longestMatched = Math.max(visited.longestMatched, String(text).length);
    visited.characters += String(text).length;
  });
  try {
    await operation();
  } finally {
    for (const undo of restore) undo();
  }
  return visited;
}
