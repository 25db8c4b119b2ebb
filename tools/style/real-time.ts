import { type Comment, type Program, Visitor } from 'oxc-parser';

/** Calls that wait for the machine's time or read it. */
const TIMED_CALLS = new Set([
  'setTimeout',
  'setInterval',
  'Date.now',
  'performance.now',
  'AbortSignal.timeout',
  'expect.poll',
  'vi.waitFor',
  'vi.waitUntil',
]);
/** A timeout below it fails on a busy machine. */
const MIN_DURATION_MS = 1000;
const VIRTUAL_TIME = new Set(['useVirtualTime', 'vi.useFakeTimers']);

/** Whether a path is of a test that may not depend on real time. */
export const isOrdinaryTest = (file: string): boolean =>
  /(?:^|\/)test\//.test(file) && !/\.(?:system|full)\.test\.ts$/.test(file);

interface TimedPlace {
  readonly offset: number;
  readonly name: string;
}

/**
 * Finds where a test depends on real time: timers, clocks, and durations under a second. A file that runs in virtual
 * time has none, and neither has one with a comment that begins with "Real time:" and gives the reason.
 */
export function timedPlaces(program: Program, comments: readonly Comment[]): TimedPlace[] {
  if (comments.some(({ value }) => /^\s*Real time: \S/.test(value))) return [];
  const places: TimedPlace[] = [];
  let isVirtual = false;
  new Visitor({
    CallExpression({ callee, start }) {
      const name = nameOf(callee);
      if (name === undefined) return;
      if (VIRTUAL_TIME.has(name)) isVirtual = true;
      if (TIMED_CALLS.has(name)) places.push({ offset: start, name });
    },
    Property({ key, value, start }) {
      const name = key.type === 'Literal' ? String(key.value) : nameOf(key);
      if (name?.endsWith('Ms') !== true || value.type !== 'Literal' || typeof value.value !== 'number') return;
      if (value.value > 0 && value.value < MIN_DURATION_MS)
        places.push({ offset: start, name: `${name}: ${value.raw}` });
    },
  }).visit(program);
  return isVirtual ? [] : places;
}

interface Named {
  readonly type: string;
}

/** `name` or `object.name`; undefined for other expressions. */
function nameOf(node: Named): string | undefined {
  if (node.type === 'Identifier') return (node as Named & { readonly name: string }).name;
  if (node.type !== 'MemberExpression') return undefined;
  const { object, property } = node as Named & { readonly object: Named; readonly property: Named };
  const names = [nameOf(object), nameOf(property)];
  return names.includes(undefined) ? undefined : names.join('.');
}
