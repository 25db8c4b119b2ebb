import { type Node, type Program, Visitor } from 'oxc-parser';
import { isNamed, keyOf, nameOf, withoutCasts } from './node-names.ts';
import { type TimedPlace } from './timed-references.ts';

/** On a busy machine, anything can take this long. */
const MIN_DURATION_MS = 1000;
/** The ends of the names of durations, with the milliseconds of their units. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/(?:Seconds|SECONDS|\bseconds)$/, 1000],
  [/(?:Ms|MS|_ms|\bms)$/, 1],
  [/(?:timeout|interval|delay|latency|time_?limit|ttl|lease|backoff)$/i, 1],
];

/** Values by the names of the variables that hold them. */
type Variables = ReadonlyMap<string, readonly Node[]>;

/** Finds durations under a second: literals, arithmetic with them, and variables of the same file. */
export function shortDurations(program: Program): TimedPlace[] {
  const variables = new Map<string, Node[]>();
  const durations = new Map<number, { readonly name: string; readonly value: Node; readonly unit: number }>();
  const add = (name: string, value: Node | null | undefined): void => {
    const [, unit] = UNITS.find(([end]) => end.test(name)) ?? [];
    if (unit !== undefined && value) durations.set(value.start, { name, value, unit });
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init !== null) variables.set(id.name, [...(variables.get(id.name) ?? []), init]);
    },
    Property({ key, computed, value }) {
      add(keyOf(key, computed), value.type === 'AssignmentPattern' ? value.right : value);
    },
    PropertyDefinition: ({ key, computed, value }) => add(keyOf(key, computed), value),
    AssignmentPattern: ({ left, right }) => add(nameOf(left), right),
    AssignmentExpression: ({ left, right }) => add(nameOf(left), right),
    CallExpression({ callee, arguments: [value] }) {
      if (isNamed(nameOf(callee), 'sleep')) add('ms', value);
    },
  }).visit(program);
  const places: TimedPlace[] = [];
  for (const [offset, { name, value, unit }] of durations) {
    const ms = numberOf(value, variables) * unit;
    if (ms > 0 && ms < MIN_DURATION_MS) places.push({ offset, name: `${name}: ${ms} ms`, fakedBy: 'setTimeout' });
  }
  return places;
}

/** The least number that an expression can stand for; Infinity when it is unknown. */
function numberOf(expression: Node, variables: Variables): number {
  const node = withoutCasts(expression);
  if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : Infinity;
  if (node.type === 'Identifier') {
    // Without the name itself, which its value may use in another scope.
    const others = new Map([...variables].filter(([name]) => name !== node.name));
    const values = variables.get(node.name)?.map((value) => numberOf(value, others)) ?? [];
    return Math.min(...values.filter((value) => value > 0));
  }
  if (node.type === 'ConditionalExpression')
    return Math.min(numberOf(node.consequent, variables), numberOf(node.alternate, variables));
  if (node.type === 'CallExpression' && isNamed(nameOf(node.callee), 'Math.min'))
    return Math.min(...node.arguments.map((argument) => numberOf(argument, variables)));
  if (node.type !== 'BinaryExpression') return Infinity;
  const [left, right] = [numberOf(node.left, variables), numberOf(node.right, variables)];
  if (node.operator === '*') return left * right;
  if (node.operator === '/') return left / right;
  if (node.operator === '+') return left + right;
  return node.operator === '-' ? left - right : Infinity;
}
