import { type Argument, type Expression, type Program, Visitor } from 'oxc-parser';

/** The milliseconds that `testProject` gives a test, for machines that do twenty other things. */
const PROJECT_BOUND_MS = 300_000;
const BOUNDED_CALLS = new Set(['test', 'it', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

interface ShortBound {
  readonly offset: number;
  readonly ms: number;
}

/** Finds tests and hooks that give themselves less time than their project does: a busy machine makes them fail. */
export function shortBounds(program: Program): ShortBound[] {
  const bounds: ShortBound[] = [];
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (!BOUNDED_CALLS.has(rootOf(callee))) return;
      for (const argument of given) {
        const ms = boundOf(argument);
        if (ms < PROJECT_BOUND_MS) bounds.push({ offset: argument.start, ms });
      }
    },
  }).visit(program);
  return bounds;
}

/** The name that a callee begins with: `test` in `test.each([1])('…', run)`. */
function rootOf(callee: Expression): string {
  if (callee.type === 'CallExpression') return rootOf(callee.callee);
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  return callee.type === 'Identifier' ? callee.name : '';
}

/** The milliseconds of `30_000`, `30_000 * n`, `scaled(30_000)` or `{ timeout: 30_000 }`; Infinity for others. */
function boundOf(argument: Argument): number {
  if (argument.type === 'Literal') return typeof argument.value === 'number' ? argument.value : Infinity;
  if (argument.type === 'BinaryExpression' && argument.operator === '*' && argument.left.type === 'Literal')
    return boundOf(argument.left);
  if (argument.type === 'CallExpression' && rootOf(argument.callee) === 'scaled')
    return Math.min(Infinity, ...argument.arguments.map(boundOf));
  if (argument.type !== 'ObjectExpression') return Infinity;
  for (const property of argument.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'timeout')
      return boundOf(property.value);
  return Infinity;
}
