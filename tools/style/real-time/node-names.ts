import { type Node } from 'oxc-parser';

/** An expression without the casts and parentheses around it. */
export const withoutCasts = (node: Node): Node =>
  node.type === 'ChainExpression' ||
  node.type === 'ParenthesizedExpression' ||
  node.type === 'TSAsExpression' ||
  node.type === 'TSNonNullExpression' ||
  node.type === 'TSSatisfiesExpression' ||
  node.type === 'TSTypeAssertion'
    ? withoutCasts(node.expression)
    : node;

/** The dotted name of a reference, without casts: `vi.waitFor`. An expression without a name counts as ''. */
export function nameOf(reference: Node): string {
  const node = withoutCasts(reference);
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? `${nameOf(node.object)}.${keyOf(node.property, node.computed)}` : '';
}

/** The name of a property: `now` in `Date.now`, `Date['now']`, `{ now: 5 }` and `{ 'now': 5 }`. */
export function keyOf(key: Node, isComputed: boolean): string {
  if (key.type === 'Literal') return String(key.value);
  return isComputed ? '' : nameOf(key);
}

/** Whether a dotted name is another one, on any object: `globalThis.Date.now` is `Date.now`. */
export const isNamed = (name: string, wanted: string): boolean => `.${name}`.endsWith(`.${wanted}`);
