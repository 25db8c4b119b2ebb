// Turns the `// =>` comments of an example into checks.
import { parse } from 'acorn';
import { type Example } from './find-examples.ts';

interface Statement {
  readonly start: number;
  /** The offset after the semicolon. */
  readonly end: number;
}

const BLOCK_KEYWORD =
  /^(?:export\s+)?(?:async\s+)?(?:function|class|if|else|for|while|try|catch|finally|switch|interface|do)\b/;

/**
 * Where the string, template, comment or regular expression that begins at `at` ends; `at` itself when none begins
 * there.
 */
function skipToken(code: string, at: number, previous: string): number {
  const char = code.charAt(at);
  const next = code[at + 1];
  const end = (found: number, length: number) => (found < 0 ? code.length : found + length);
  if (char === '/' && next === '/') return end(code.indexOf('\n', at), 0);
  if (char === '/' && next === '*') return end(code.indexOf('*/', at), 2);
  const regex = char === '/' && /^$|[(,=:[!&|?{};]/.test(previous);
  if (char !== "'" && char !== '"' && char !== '`' && !regex) return at;
  let i = at + 1;
  for (let inClass = false; i < code.length && (code[i] !== char || inClass); i++) {
    if (code[i] === '\\') i++;
    else if (regex && code[i] === '[') inClass = true;
    else if (regex && code[i] === ']') inClass = false;
    else if (char === '`' && code[i] === '$' && code[i + 1] === '{') i = closingBrace(code, i + 1);
  }
  return i + 1;
}

function closingBrace(code: string, open: number): number {
  let depth = 0;
  let previous = '';
  for (let i = open; i < code.length; i++) {
    const after = skipToken(code, i, previous);
    if (after > i) i = after - 1;
    else if (code[i] === '{') depth++;
    else if (code[i] === '}' && --depth === 0) return i;
    if (code.charAt(i).trim() !== '') previous = code.charAt(i);
  }
  return code.length;
}

/** The statements of the code that end in a semicolon, at any depth. */
function statementsOf(code: string): Statement[] {
  interface Level {
    opener: string;
    /** The offset at which the current statement begins; -1 between statements. */
    start: number;
  }
  const statements: Statement[] = [];
  const levels: Level[] = [{ opener: '{', start: -1 }];
  let previous = '';
  for (let i = 0; i < code.length; i++) {
    const char = code.charAt(i);
    const level = levels.at(-1)!;
    const after = skipToken(code, i, previous);
    const isComment = after > i && char === '/' && (code[i + 1] === '/' || code[i + 1] === '*');
    if (char.trim() === '') continue;
    if (isComment) {
      i = after - 1;
      continue;
    }
    if (level.start < 0 && char !== '}' && char !== ';') level.start = i;
    if (after > i) i = after - 1;
    else if (char === '{' || char === '(' || char === '[') levels.push({ opener: char, start: -1 });
    else if (char === '}' || char === ')' || char === ']') {
      levels.pop();
      const outer = levels.at(-1);
      if (outer === undefined) throw new Error(`unbalanced "${char}"`);
      const open = code.slice(outer.start);
      if (char === '}' && (BLOCK_KEYWORD.test(open) || open.startsWith('{'))) outer.start = -1;
    } else if (char === ';' && level.opener === '{') {
      if (level.start >= 0) statements.push({ start: level.start, end: i + 1 });
      level.start = -1;
    }
    previous = code.charAt(i);
  }
  return statements;
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
function withRest(text: string): string {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const after = skipToken(text, i, '');
    result += after > i ? text.slice(i, after) : text[i] === '…' ? '...__example.rest' : text[i];
    if (after > i) i = after - 1;
  }
  return result;
}

const ANNOTATION = /\/\/ *(?:=> *(?<value>\S.*)|throws (?<code>[A-Z][A-Z0-9_]*)) *$/;

/** Replaces every `// => value` and `// throws CODE` by a check and keeps all line numbers. */
export function instrument({ file, line, code }: Pick<Example, 'file' | 'line' | 'code'>): string {
  const lines = code.split('\n');
  const statements = statementsOf(code);
  const edits: { start: number; end: number; text: string }[] = [];
  let lineStart = 0;
  for (const [at, text] of lines.entries()) {
    const annotation = ANNOTATION.exec(text);
    const annotationAt = lineStart + (annotation?.index ?? 0);
    lineStart += text.length + 1;
    if (annotation === null) continue;
    const where = `${file}:${line + at}`;
    const statement = statements.findLast(({ end }) => end <= annotationAt);
    if (statement === undefined || !/^\s*$/.test(code.slice(statement.end, annotationAt)))
      throw new Error(`${where}: "${annotation[0]}" must follow a statement that ends with a semicolon`);
    const source = code.slice(statement.start, statement.end - 1);
    const { value, code: errorCode } = annotation.groups!;
    if (errorCode !== undefined) {
      const replaced = `{ let __thrown; try { ${source}; } catch (error) { __thrown = { error }; } __example.threw(${line + at}, __thrown, '${errorCode}'); }`;
      edits.push({ ...statement, text: replaced });
      continue;
    }
    let expected = value ?? '';
    for (let next = at + 1; !isExpression(withRest(expected)) && /^\s*\/\//.test(lines[next] ?? ''); next++)
      expected += ` ${lines
        .at(next)!
        .replace(/^\s*\/\//, '')
        .trim()}`;
    if (!isExpression(withRest(expected))) throw new Error(`${where}: "${expected}" is not a JavaScript expression`);
    const declared = /^(?:const|let)\s+([\w$]+|\{[^}]*\}|\[[^\]]*\])/.exec(source)?.[1];
    const check = (actual: string) => `__example.equal(${line + at}, (${actual}), (${withRest(expected)}));`;
    const logged = source.replace(/^console\.log\(/, '__example.logged(');
    edits.push({ ...statement, text: declared === undefined ? check(logged) : `${source}; ${check(declared)}` });
  }
  let result = code;
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + text + result.slice(end);
  return result;
}
