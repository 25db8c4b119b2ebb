import { type CallExpression, type Program, Visitor } from 'oxc-parser';
import { isNamed, keyOf, nameOf } from './node-names.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The whole file, or a function. `takenBy` is the call that takes it as an argument, such as `describe`. */
interface Scope extends Span {
  readonly takenBy: string;
}

/** A part of a file, and whether fake timers replace a function there. */
interface Part extends Span {
  readonly isFaked: (name: string) => boolean;
}

/**
 * Tells whether fake timers replace a function at a place of a file.
 *
 * `useVirtualTime` counts for the file or `describe` whose body calls it. `vi.useFakeTimers` counts for the function
 * whose body calls it; in a `beforeEach`, for the file or `describe` with this hook. With `toFake`, it counts only for
 * the functions in that list. `vi.useRealTimers` ends either until the end of its own function, file or `describe`. The
 * innermost of these calls decides.
 */
export function findFakeTimers(program: Program): (offset: number, name: string) => boolean {
  const parts: Part[] = [];
  const scopes: Scope[] = [{ start: 0, end: Infinity, takenBy: 'describe' }];
  const takers = new Map<number, string>();
  const enter = ({ start, end }: Span): void => void scopes.push({ start, end, takenBy: takers.get(start) ?? '' });
  const exit = (): void => void scopes.pop();
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': exit,
    FunctionExpression: enter,
    'FunctionExpression:exit': exit,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': exit,
    CallExpression(call) {
      for (const argument of call.arguments) takers.set(argument.start, rootOf(call));
      const name = nameOf(call.callee);
      const isFaked = fakedBy(call, name);
      const [outer, inner] = scopes.length > 1 ? scopes.slice(-2) : [undefined, scopes[0]];
      if (isFaked === undefined || inner === undefined) return;
      // A `describe` runs its body before its tests, so only hooks in it change their timers.
      if (inner.takenBy === 'describe' && !isNamed(name, 'useVirtualTime')) return;
      const { start, end } = inner.takenBy === 'beforeEach' && outer !== undefined ? outer : inner;
      parts.push({ start: isFaked === isNothing ? call.start : start, end, isFaked });
    },
  }).visit(program);
  parts.sort((one, other) => one.start - other.start);
  return (offset, name) => parts.findLast(({ start, end }) => start <= offset && offset < end)?.isFaked(name) === true;
}

/** The name that a callee begins with: `describe` in `describe.each([1])('…', run)`. */
function rootOf({ callee }: CallExpression): string {
  return callee.type === 'CallExpression' ? rootOf(callee) : (nameOf(callee).split('.')[0] ?? '');
}

/** Of a call after which no function is replaced. */
const isNothing = (): boolean => false;

/** Which functions a call replaces. Undefined for calls that do not change the timers. */
function fakedBy(call: CallExpression, name: string): Part['isFaked'] | undefined {
  if (isNamed(name, 'useVirtualTime')) return () => true;
  const [options] = call.arguments;
  if (isNamed(name, 'useRealTimers')) return isNothing;
  // In this mode, fake timers follow the machine's clock.
  if (isNamed(name, 'setTimerTickMode') && options?.type === 'Literal' && options.value === 'interval')
    return isNothing;
  if (!isNamed(name, 'useFakeTimers')) return undefined;
  if (options === undefined) return () => true;
  if (options.type !== 'ObjectExpression') return isNothing;
  let faked: readonly unknown[] | undefined;
  for (const property of options.properties) {
    const key = property.type === 'Property' ? keyOf(property.key, property.computed) : '';
    if (key === 'now') continue;
    // Other options leave functions real, or let the timers follow the machine's clock.
    const list = property.type === 'Property' && key === 'toFake' ? property.value : undefined;
    if (list?.type !== 'ArrayExpression') return isNothing;
    faked = list.elements.map((element) => (element?.type === 'Literal' ? element.value : undefined));
  }
  return (wanted) => faked?.includes(wanted) ?? true;
}
