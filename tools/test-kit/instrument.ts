// Turns the `// =>` comments of an example into checks.
import { parse, type AnyNode, type Comment, type Statement } from 'acorn';
import { transform } from 'sucrase';
import { type Example } from './find-examples.ts';

const isNode = (value: unknown): value is AnyNode => value instanceof Object && 'type' in value && 'start' in value;

/** The statements and declarations below a node that end in a semicolon, each before those within it. */
function statementsOf(code: string, node: AnyNode): Statement[] {
  const inner = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => statementsOf(code, child));
  const ends = /(?:Statement|Declaration)$/.test(node.type) && code[node.end - 1] === ';';
  return ends ? [node as Statement, ...inner] : inner;
}

/** Parsed rather than compiled: a page whose policy forbids `eval` runs examples too. */
function isExpression(text: string): boolean {
  try {
    parse(`(${text}\n)`, { ecmaVersion: 'latest', allowAwaitOutsideFunction: true });
    return true;
  } catch {
    return false;
  }
}

/** Replaces `…`, which stands for any further elements, by a spread that the comparison recognises. */
const withRest = (text: string): string =>
  text.replace(/(["'`])(?:\\.|(?!\1).)*\1|…/g, (token) => (token === '…' ? '...__example.rest' : token));

const ANNOTATION = /^ *(?:=> *(?<value>\S.*)|throws (?<errorCode>[A-Z][A-Z0-9_]*)) *$/;

/** The value that a comment shows, continued by the comments of the next lines if it is incomplete. */
function shownValue(where: string, lines: readonly string[], first: string, next: number): string {
  let value = first;
  for (let at = next; !isExpression(withRest(value)) && /^\s*\/\//.test(lines[at] ?? ''); at++)
    value += ` ${(lines[at] ?? '').replace(/^\s*\/\//, '').trim()}`;
  if (!isExpression(withRest(value))) throw new Error(`${where}: "${value}" is not a JavaScript expression`);
  return withRest(value);
}

/** A statement with the check of its value, or of that of the first variable that it declares. */
function checkedStatement(code: string, statement: Statement, [line, expected]: readonly [number, string]): string {
  const source = code.slice(statement.start, statement.end - 1);
  const check = (actual: string) => `__example.equal(${line}, (${actual}), (${expected}));`;
  const [declared] = statement.type === 'VariableDeclaration' ? statement.declarations : [];
  if (declared === undefined) return check(source.replace(/^console\.log\(/, '__example.logged('));
  return `${source}; ${check(code.slice(declared.id.start, declared.id.end))}`;
}

/**
 * Replaces every `// => value` and `// throws CODE` by a check, removes the types, and keeps all line numbers.
 *
 * @throws SyntaxError when the code does not parse; Error when a comment shows no expression or follows no statement
 */
export function instrument({ file, line: firstLine, code: typed }: Pick<Example, 'file' | 'line' | 'code'>): string {
  const options = { transforms: ['typescript' as const], disableESTransforms: true, keepUnusedImports: true };
  const { code } = transform(typed, options);
  const lines = code.split('\n');
  const comments: Comment[] = [];
  const program = parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    onComment: comments,
  });
  const statements = statementsOf(code, program);
  let result = '';
  let done = 0;
  for (const { start, value: text, loc } of comments) {
    const { value, errorCode } = ANNOTATION.exec(text)?.groups ?? {};
    if (value === undefined && errorCode === undefined) continue;
    const at = loc?.start.line ?? 1;
    const line = firstLine + at - 1;
    const before = statements.filter(({ end }) => end <= start && code.slice(end, start).trim() === '');
    // What throws is the whole of a statement, such as a loop; a value is that of the last one within it.
    const statement = errorCode === undefined ? before.at(-1) : before[0];
    if (statement === undefined)
      throw new Error(`${file}:${line}: "//${text}" must follow a statement that ends with a semicolon`);
    result += code.slice(done, statement.start);
    done = statement.end;
    if (value !== undefined) {
      const expected = shownValue(`${file}:${line}`, lines, value, at);
      result += checkedStatement(code, statement, [line, expected]);
    } else
      result += `{ let __thrown; try { ${code.slice(statement.start, done)} } catch (error) { __thrown = { error }; } __example.threw(${line}, __thrown, '${errorCode}'); }`;
  }
  return result + code.slice(done);
}
