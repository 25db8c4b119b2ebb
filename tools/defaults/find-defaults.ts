import { parseSync, Visitor } from 'oxc-parser';

/** A value that code uses where an option is absent. */
export interface CodedDefault {
  readonly option: string;
  readonly line: number;
}

/** An optional member, and the interface, type or function that declares it. */
export interface OptionalMember {
  readonly owner: string;
  readonly option: string;
}

/** The optional members and the defaults of one source file. */
export interface FileDefaults {
  /** Optional members whose docstring states a default. */
  readonly documented: readonly (OptionalMember & CodedDefault)[];
  /** Values that code uses where a member of that name is absent. Empty values say nothing and are left out. */
  readonly coded: readonly CodedDefault[];
  /** The optional members of interfaces, types and parameters. */
  readonly members: readonly OptionalMember[];
}

const STATES_A_DEFAULT = /\bdefaults? to\b|\bby default\b|\bthe default\b/i;

/** What code calls a node's answer and its parts: what these leave out is no option. */
const ANSWERS: ReadonlySet<string> = new Set(['answer', 'receipt', 'wire', 'header']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const nameOf = (node: unknown): string | undefined => {
  const { type, name } = Object(node) as { type?: string; name?: string };
  return type === 'Identifier' ? name : undefined;
};

/** Whether an expression is a number, a text, `true` or a constant; not an empty value, a call or a variable. */
function isStatedValue(node: unknown, text: string): boolean {
  const { type, start, end } = node as Node;
  const written = text.slice(start, end);
  if (type === 'Literal') return !["''", '0', '0n', 'false', 'null'].includes(written);
  if (type === 'BinaryExpression') return /^[\d_n\s*+/()-]+$/.test(written);
  return type === 'Identifier' && /^[A-Z][A-Z\d_]+$/.test(written);
}

/** Finds the defaults that a TypeScript file states. Throws an `Error` when the text is not TypeScript. */
export function findDefaults(file: string, text: string): FileDefaults {
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} can't be parsed: ${error.message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const docBefore = (offset: number) =>
    comments.find(({ end, value }) => value.startsWith('*') && end <= offset && text.slice(end, offset).trim() === '')
      ?.value;

  const owners: string[] = [];
  const documented: (OptionalMember & CodedDefault)[] = [];
  const coded: CodedDefault[] = [];
  const members: OptionalMember[] = [];
  const enter = (node: { id?: unknown }) => void owners.push(nameOf(node.id) ?? owners.at(-1) ?? '');
  const leave = () => void owners.pop();
  const addCoded = (option: string | undefined, value: unknown, start: number) => {
    if (option !== undefined && isStatedValue(value, text)) coded.push({ option, line: lineAt(start) });
  };
  new Visitor({
    TSInterfaceDeclaration: enter,
    'TSInterfaceDeclaration:exit': leave,
    TSTypeAliasDeclaration: enter,
    'TSTypeAliasDeclaration:exit': leave,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    TSPropertySignature(node) {
      const option = nameOf(node.key);
      if (!node.optional || option === undefined) return;
      const owner = owners.at(-1) ?? '';
      members.push({ owner, option });
      if (STATES_A_DEFAULT.test(docBefore(node.start) ?? ''))
        documented.push({ owner, option, line: lineAt(node.start) });
    },
    Property(node) {
      const { value } = node as { value: { type: string; right?: unknown } };
      if (value.type === 'AssignmentPattern') addCoded(nameOf(node.key), value.right, node.start);
    },
    LogicalExpression(node) {
      if (node.operator !== '??') return;
      const { left } = node as { left: { type: string; object?: unknown; property?: unknown } };
      if (left.type !== 'MemberExpression') addCoded(nameOf(left), node.right, node.start);
      else if (!ANSWERS.has(nameOf(left.object) ?? '')) addCoded(nameOf(left.property), node.right, node.start);
    },
  }).visit(program);
  return { documented, coded, members };
}
