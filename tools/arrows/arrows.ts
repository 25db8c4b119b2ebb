/**
 * Which folder may import which, as `arrows.json` of a package states it. A place is a folder of `src` or a single file
 * without its extension, as a path from `src`; `.` is `src` itself.
 */
export interface ArrowsFile {
  /**
   * `a, b → c → d`: both a and b may import c, c may import d, and so may whatever comes before it. `x/*` stands for
   * every place below x that is named elsewhere.
   */
  readonly arrows: readonly string[];
  /** `a, b, c`: these may import each other in any direction, but never in a circle. */
  readonly siblings?: readonly string[];
}

export interface Arrows {
  readonly places: ReadonlySet<string>;
  /** Each group may import each other without a circle. */
  readonly siblings: readonly ReadonlySet<string>[];
  /** The shortest way along the arrows, both ends included; undefined where there is none. */
  readonly route: (from: string, to: string) => readonly string[] | undefined;
  readonly next: (place: string) => readonly string[];
}

export function parseArrows(file: ArrowsFile): Arrows {
  const namesIn = (list: string) => list.split(',').map((name) => name.trim());
  const chains = file.arrows.map((chain) => chain.split('→').map(namesIn));
  const siblings = (file.siblings ?? []).map((group) => new Set(namesIn(group)));
  const isPattern = (name: string) => name.endsWith('/*');
  const places = new Set([
    ...chains.flat(2).filter((name) => !isPattern(name)),
    ...siblings.flatMap((group) => [...group]),
  ]);
  const expand = (name: string) =>
    isPattern(name) ? [...places].filter((place) => place.startsWith(name.slice(0, -1))) : [name];

  const next = new Map<string, Set<string>>();
  for (const chain of chains)
    for (const [at, stop] of chain.slice(1).entries())
      for (const from of (chain[at] ?? []).flatMap(expand))
        next.set(from, (next.get(from) ?? new Set()).union(new Set(stop.flatMap(expand))));

  const targets = (place: string) => [...(next.get(place) ?? [])];
  return { places, siblings, next: targets, route: (from, to) => shortestWay(from, to, targets) };
}

/**
 * The shortest way from one node to another over at least one edge, both ends included: a circle where they are the
 * same.
 */
export function shortestWay(
  from: string,
  to: string,
  next: (node: string) => Iterable<string>,
): readonly string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [from];
  for (const node of queue)
    for (const target of next(node)) {
      if (target === to) {
        const way = [target];
        for (let at = node; at !== from; at = cameFrom.get(at) ?? from) way.unshift(at);
        return [from, ...way];
      }
      if (cameFrom.has(target) || target === from) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  return undefined;
}

/**
 * For every node that lies on a circle the shortest one through it, each circle once, beginning with its first name.
 */
export function shortestCircles(
  nodes: Iterable<string>,
  next: (node: string) => Iterable<string>,
): (readonly string[])[] {
  const circles = new Map<string, readonly string[]>();
  for (const node of nodes) {
    const circle = shortestWay(node, node, next)?.slice(1);
    if (circle === undefined) continue;
    const first = circle.indexOf(circle.toSorted()[0] ?? node);
    const rotated = [...circle.slice(first), ...circle.slice(0, first)];
    circles.set(rotated.join(' '), [...rotated, ...rotated.slice(0, 1)]);
  }
  return [...circles.values()];
}
