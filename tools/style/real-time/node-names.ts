import { type Node } from 'oxc-parser';

/** The dotted name of a reference, without casts: `vi.waitFor`. An expression without a name counts as ''. */
export function nameOf(node: Node): string {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return `${nameOf(node.object)}.${keyOf(node.property, node.computed)}`;
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return nameOf(node.expression);
    default:
      return '';
  }
}

/** The name of a property: `now` in `Date.now`, `Date['now']`, `{ now: 5 }` and `{ 'now': 5 }`. */
export function keyOf(key: Node, isComputed: boolean): string {
  if (key.type === 'Literal') return String(key.value);
  return isComputed ? '' : nameOf(key);
}

/** Whether a dotted name is another one, on any object: `globalThis.Date.now` is `Date.now`. */
export const isNamed = (name: string, wanted: string): boolean => `.${name}`.endsWith(`.${wanted}`);
