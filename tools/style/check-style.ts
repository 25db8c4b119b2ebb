import { type Comment, parseSync } from 'oxc-parser';
import { type PhraseProblem, sourcePhrases } from './check-phrases.ts';
import { takesReason, timedPlaces } from './real-time.ts';
import { shortBounds } from './test-bounds.ts';

/** A place that breaks a rule of style. */
export interface StyleProblem {
  readonly line: number;
  readonly rule:
    | 'comment-length'
    | 'param-form'
    | 'source-first'
    | 'test-bound'
    | 'constant-name'
    | 'error-guard'
    | 'real-time'
    | PhraseProblem['rule'];
  readonly message: string;
}

const MAX_COMMENT_COLUMNS = 120;

/** Error classes of the packages. Another copy or realm has its own class, so code identifies them by name and code. */
const ERROR_CLASSES = /\binstanceof (?:UnitsError|FeeError|RpcError|MockNodeError)\b/;

/** Checks rules that the linter lacks. Throws an `Error` when the text is not TypeScript. */
export function checkStyle(file: string, text: string): StyleProblem[] {
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} can't be parsed: ${error.message}`);
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const problems: StyleProblem[] = sourcePhrases(text, { program, comments });
  for (const comment of comments) {
    const start = lineOf(comment.start);
    for (const { line, rule, message } of commentProblems(comment, text)) {
      problems.push({ line: start + line, rule, message });
    }
  }
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || init === null || !isPrimitive(init) || /^[A-Z][A-Z0-9_]*$/.test(id.name))
        continue;
      const message = `The module constant "${id.name}" is a primitive: write it in upper case.`;
      problems.push({ line: lineOf(id.start), rule: 'constant-name', message });
    }
  }
  for (const { offset, name, fakedBy } of timedPlaces(file, program, comments)) {
    const advice =
      fakedBy === undefined
        ? 'fake timers do not replace it. Use a global timer, or abortAfter of @coin/test-kit/virtual-time for a signal'
        : 'call useVirtualTime of @coin/test-kit/virtual-time';
    const reason = 'give the reason in a comment "Real time: …"';
    const otherwise = takesReason(file) ? reason : `make the file a *.system.test.ts and ${reason}`;
    const message = `"${name}" depends on real time: ${advice}, or ${otherwise}.`;
    problems.push({ line: lineOf(offset), rule: 'real-time', message });
  }
  for (const { offset, ms } of file.endsWith('.test.ts') ? shortBounds(program) : []) {
    const message = `A test with ${ms} ms fails on a busy machine: leave the bound to the project, or take 300,000 ms or more.`;
    problems.push({ line: lineOf(offset), rule: 'test-bound', message });
  }
  for (const [index, line] of text.split('\n').entries()) {
    const [guard] = ERROR_CLASSES.exec(line) ?? [];
    if (guard === undefined) continue;
    const message = `"${guard}" misses errors of another copy of the package: use the guard that goes by name and code.`;
    problems.push({ line: index + 1, rule: 'error-guard', message });
  }
  return problems.toSorted((a, b) => a.line - b.line);
}

/** The problems of one comment; lines count from the comment's first one. */
function commentProblems(comment: Comment, text: string): StyleProblem[] {
  const problems: StyleProblem[] = [];
  const indent = comment.start - (text.lastIndexOf('\n', comment.start - 1) + 1);
  const lines = text.slice(comment.start, comment.end).split('\n');
  const isDoc = comment.type === 'Block' && comment.value.startsWith('*');
  let tag: string | undefined;
  for (const [line, content] of lines.entries()) {
    const columns = content.length + (line === 0 ? indent : 0);
    if (columns > MAX_COMMENT_COLUMNS) {
      const message = `The comment line has ${columns} columns, at most ${MAX_COMMENT_COLUMNS} fit: break it.`;
      problems.push({ line, rule: 'comment-length', message });
    }
    if (!isDoc) continue;
    const words = content.replace(/^\s*(?:\/\*\*|\*)\s?/, '');
    if (/@param\b/.test(words) && !/^@param \S+ - \S/.test(words)) {
      problems.push({ line, rule: 'param-form', message: 'Write a parameter as `@param name - what it is`.' });
    }
    tag ??= /^@(?:param|returns|throws|example)\b/.exec(words)?.[0];
    if (tag !== undefined && words.startsWith('Source:')) {
      problems.push({ line, rule: 'source-first', message: `Put "Source:" before ${tag}.` });
    }
  }
  return problems;
}

interface Expression {
  readonly type: string;
}

function isPrimitive(init: Expression): boolean {
  switch (init.type) {
    case 'Literal':
      return !('regex' in init);
    case 'TemplateLiteral':
      return (init as Expression & { readonly expressions: readonly unknown[] }).expressions.length === 0;
    case 'UnaryExpression':
      return isPrimitive((init as Expression & { readonly argument: Expression }).argument);
    case 'BinaryExpression': {
      const { left, right } = init as Expression & { readonly left: Expression; readonly right: Expression };
      return isPrimitive(left) && isPrimitive(right);
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return isPrimitive((init as Expression & { readonly expression: Expression }).expression);
    default:
      return false;
  }
}
