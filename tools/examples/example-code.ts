// The parser of the examples harness: finds the examples of a package and turns their `// =>` comments into checks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Example {
  /** Path relative to the package's folder. */
  readonly file: string;
  /** The line of `file` on which `code` begins, from 1. */
  readonly line: number;
  readonly code: string;
  /** False for a block marked `ts no-run`: it must compile, and is not run. */
  readonly runs: boolean;
}

const FENCE = /^```(\S*) *(.*)$/;

/** Every ```ts block of a Markdown text; `firstLine` is the line number of the text's first line. */
function codeBlocks(lines: readonly string[], file: string, firstLine: number): Example[] {
  const examples: Example[] = [];
  for (let at = 0; at < lines.length; at++) {
    const fence = FENCE.exec(lines.at(at)!.trim());
    if (fence === null) continue;
    const start = at + 1;
    do at++;
    while (at < lines.length && lines.at(at)!.trim() !== '```');
    if (at === lines.length) throw new Error(`${file}:${firstLine + start - 1}: the code block is not closed`);
    const [, language, mark] = fence;
    if (language !== 'ts') continue;
    if (mark !== '' && mark !== 'no-run') throw new Error(`${file}:${firstLine + start - 1}: unknown mark "${mark}"`);
    const code = lines.slice(start, at).join('\n');
    examples.push({ file, line: firstLine + start, code, runs: mark === '' });
  }
  return examples;
}

interface DocComment {
  /** The comment's text without the stars, line by line. */
  readonly lines: readonly string[];
  readonly firstLine: number;
  /** The source from the comment's end on. */
  readonly following: string;
}

function docComments(source: string): DocComment[] {
  return [...source.matchAll(/^[ \t]*\/\*\*[\s\S]*?\*\//gm)].map((match) => ({
    lines: match[0].split('\n').map((line) => line.replace(/^\s*\/?\*+\/? ?/, '').replace(/\s*\*\/$/, '')),
    firstLine: source.slice(0, match.index).split('\n').length,
    following: source.slice(match.index + match[0].length),
  }));
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(join(folder, 'src'))) return [];
  return readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * The examples of README.md, of every docstring below src, and of further Markdown files (paths relative to the
 * folder).
 */
export function findExamples(folder: string, furtherFiles: readonly string[] = []): Example[] {
  const pages = ['README.md', ...furtherFiles].filter((file) => existsSync(join(folder, file)));
  return [
    ...pages.flatMap((file) => codeBlocks(readFileSync(join(folder, file), 'utf8').split('\n'), file, 1)),
    ...sourceFiles(folder).flatMap((file) =>
      docComments(readFileSync(join(folder, file), 'utf8')).flatMap(({ lines, firstLine }) =>
        codeBlocks(lines, file, firstLine),
      ),
    ),
  ];
}

/**
 * The functions, constants and classes that `index.ts` exports by name and whose docstring lacks a summary, a source (a
 * page of `docs/`, or `Decision:`) or, for functions, an `@example`; each with what is missing.
 */
export function documentationGaps(folder: string, index = 'src/index.ts'): string[] {
  const surface = new Set(
    [...readFileSync(join(folder, index), 'utf8').matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      ),
    ),
  );
  const gaps: string[] = [];
  for (const file of sourceFiles(folder)) {
    const source = readFileSync(join(folder, file), 'utf8');
    const documented = new Map<string, DocComment>();
    const declared = /^\s*export (?:async )?(?:function\*?|const|class|interface|type) ([\w$]+)/;
    for (const comment of docComments(source)) {
      const name = declared.exec(comment.following)?.[1];
      if (name !== undefined && !documented.has(name)) documented.set(name, comment);
    }
    for (const [, kind = '', name = ''] of source.matchAll(/^export (?:async )?(function\*?|const|class) ([\w$]+)/gm)) {
      if (!surface.has(name)) continue;
      const text = documented.get(name)?.lines.join('\n');
      const missing: string[] = [];
      if (text === undefined) missing.push('a docstring');
      else {
        if (!/\w[^@]{10,}/.test(text.replace(/\n@[\s\S]*/, ''))) missing.push('a summary');
        if (!/docs\/[\w/-]+\.md|Decision:/.test(text)) missing.push('a source');
        if (kind.startsWith('function') && !/@example\s+```ts\n/.test(text)) missing.push('an example');
      }
      if (missing.length > 0) gaps.push(`${file}: ${name} is missing ${missing.join(', ')}`);
    }
  }
  return gaps;
}

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

function isExpression(text: string): boolean {
  try {
    // compiled to see whether it parses, and never called
    return typeof Reflect.construct(Function, [`return (${text}\n)`]) === 'function';
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
export function instrument({ file, line, code }: Example): string {
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
