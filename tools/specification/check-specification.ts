import { parseSync, Visitor } from 'oxc-parser';
import { plainText, type Statement } from './read-statements.ts';

/** A row of the page that names the tests of a specification. */
export interface TracedStatement {
  readonly section: string;
  readonly line: number;
  /** How a statement of that section begins, without formatting. */
  readonly statement: string;
  /** Files as the page links them, and titles. Empty for a statement that says nothing that could be broken. */
  readonly tests: readonly { readonly file: string; readonly title: string }[];
  readonly isWithoutRule: boolean;
}

const TEST = /\[[^\]]*\]\(([^)]+\.test\.ts)\): “([^”]+)”/g;
const WITHOUT_RULE = /^No rule: \S/;

/** The rows of all tables below headings. */
export function readTrace(markdown: string): TracedStatement[] {
  let section = '';
  return markdown.split('\n').flatMap((line, index) => {
    const [, heading] = /^#+ (.*)$/.exec(line) ?? [];
    if (heading !== undefined) section = plainText(heading);
    if (!line.startsWith('|') || /^\|[-|]+\|$/.test(line) || line.startsWith('| Statement |')) return [];
    const [statement = '', heldBy = ''] = line
      .slice(1, -1)
      .replaceAll(String.raw`\|`, '\0')
      .split('|')
      .map((cell) => cell.replaceAll('\0', '|').trim());
    const tests = [...heldBy.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, title }));
    const isWithoutRule = WITHOUT_RULE.test(heldBy);
    return [{ section, line: index + 1, statement: plainText(statement), tests, isWithoutRule }];
  });
}

/** The titles of the tests and groups of a test file, as they are written. */
export function readTitles(file: string, text: string): ReadonlySet<string> {
  const titles = new Set<string>();
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const isTest = /^(?:test|it|describe)\b/.test(text.slice(callee.start, callee.end));
      if (!isTest || title === undefined) return;
      const { type, value, quasis } = title as { type: string; value?: unknown; quasis?: { value: { raw: string } }[] };
      if (type === 'Literal' && typeof value === 'string') titles.add(value);
      if (type === 'TemplateLiteral' && quasis?.length === 1) titles.add(quasis[0]?.value.raw ?? '');
    },
  }).visit(parseSync(file, text).program);
  return titles;
}

/** What a check compares, and the titles in a file that the page links, undefined where there is no such file. */
export interface Specification {
  readonly statements: readonly Statement[];
  readonly trace: readonly TracedStatement[];
  readonly titlesOf: (file: string) => ReadonlySet<string> | undefined;
}

/** Reports statements that no row names, rows that name no statement or no test, and tests that do not exist. */
export function checkSpecification({ statements, trace, titlesOf }: Specification): string[] {
  const isAbout = ({ section, statement }: TracedStatement, stated: Statement) =>
    section === stated.section && statement !== '' && stated.text.startsWith(statement);
  return [
    ...statements
      .filter((stated) => !trace.some((row) => isAbout(row, stated)))
      .map(({ line, section, text }) => `line ${line} of the specification, "${section}": no row names "${text}"`),
    ...trace.flatMap((row) => {
      const problem = (text: string) => `line ${row.line} of the tests: ${text}`;
      const about = statements.filter((stated) => isAbout(row, stated));
      const problems: string[] = [];
      if (about.length !== 1)
        problems.push(problem(`${about.length} statements of "${row.section}" begin with "${row.statement}"`));
      if (row.tests.length === 0 && !row.isWithoutRule)
        problems.push(problem('name a test as [file](path): “title”, or say "No rule:" and why'));
      if (row.tests.length > 0 && row.isWithoutRule)
        problems.push(problem('remove "No rule:" from a row that names a test'));
      for (const { file, title } of row.tests) {
        const titles = titlesOf(file);
        if (titles === undefined) problems.push(problem(`there is no file ${file}`));
        else if (!titles.has(title)) problems.push(problem(`${file} has no test "${title}"`));
      }
      return problems;
    }),
  ];
}
