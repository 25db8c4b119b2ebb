import { type ShikiTransformer } from 'shiki';

type Code = Parameters<NonNullable<ShikiTransformer['code']>>[0];
type Nodes = Code['children'];

/** The deepest indentation that has a class; theme/code.css has a rule for each second one. */
const DEEPEST = 16;
const DRAWN = /[─│┌└├]/;

const textOf = (nodes: Nodes): string =>
  nodes
    .map((node) => (node.type === 'text' ? node.value : node.type === 'element' ? textOf(node.children) : ''))
    .join('');

/**
 * Makes each line a block, so a line that is too long continues below itself, further indented than it began. The end
 * of a line is part of it, so a copy has the same text. A comment at the end of a line moves as a whole. Drawings keep
 * their lines.
 */
export const wrapLines: ShikiTransformer = {
  name: 'wrap-lines',
  pre(pre) {
    this.addClassToHast(pre, DRAWN.test(this.source) ? 'drawing' : 'wrapping');
  },
  code(code) {
    const lines: Nodes = [];
    for (const node of code.children) {
      const last = lines.at(-1);
      if (node.type === 'text' && last?.type === 'element') last.children.push(node);
      else lines.push(node);
    }
    code.children = lines;
  },
  line(line) {
    const indent = /^ */.exec(textOf(line.children))?.[0].length ?? 0;
    if (indent > 0) this.addClassToHast(line, `indent-${Math.min(indent + (indent % 2), DEEPEST)}`);
    const last = line.children.at(-1);
    if (last?.type === 'element' && /^\s*(?:\/\/|#) /.test(textOf(last.children))) this.addClassToHast(last, 'remark');
  },
};
