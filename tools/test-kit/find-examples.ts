// Finds the examples of a package.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
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
 * The examples of README.md, of the pages in docs, of every docstring below src, and of further Markdown files (paths
 * relative to the folder).
 */
export function findExamples(folder: string, furtherFiles: readonly string[] = []): Example[] {
  const pages = ['README.md', ...globSync('docs/*.md', { cwd: folder }).toSorted(), ...furtherFiles].filter((file) =>
    existsSync(join(folder, file)),
  );
  return [
    ...pages.flatMap((file) => codeBlocks(readFileSync(join(folder, file), 'utf8').split('\n'), file, 1)),
    ...sourceFiles(folder).flatMap((file) =>
      docComments(readFileSync(join(folder, file), 'utf8')).flatMap(({ lines, firstLine }) =>
        codeBlocks(lines, file, firstLine),
      ),
    ),
  ];
}

/** An editor's hover shows the first line. */
const FIRST_SENTENCE = /^(?!@|Source:|Decision:)\w?.{10,}?[.:](?: |\n|$)/;

/**
 * The functions, constants and classes that `index.ts` exports by name and whose docstring lacks a first sentence on
 * one line or, for functions, an `@example`. Each comes with what is missing.
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
        if (!FIRST_SENTENCE.test(text.trimStart())) missing.push('a first sentence on one line');
        if (kind.startsWith('function') && !/@example\s+```ts(?: no-run)?\n/.test(text)) missing.push('an example');
      }
      if (missing.length > 0) gaps.push(`${file}: ${name} is missing ${missing.join(', ')}`);
    }
  }
  return gaps;
}
