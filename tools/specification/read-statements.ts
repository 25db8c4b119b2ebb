/** A statement of the specification: a sentence, a row of a table, or an item of a list. */
export interface Statement {
  /** The heading of its section, and the line it begins on. */
  readonly section: string;
  readonly line: number;
  /** Without formatting, on one line; the cells of a row separated by a bar. */
  readonly text: string;
}

/** Removes what formats a text: code marks, emphasis, the targets of links, and line breaks. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*](?=\S)|(?<=\S)[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const sentences = (text: string): string[] => text.split(/(?<=[.:;])\s+(?=[A-Z`(])/);

/**
 * The statements of the numbered sections of a specification. Blocks that begin with `>` say how it is implemented and
 * hold none; neither do the head of a table and a line that only introduces a list.
 */
export function readStatements(markdown: string): Statement[] {
  const statements: Statement[] = [];
  let section: string | undefined;
  let paragraph: { line: number; text: string } | undefined;
  const add = (line: number, text: string) => {
    if (section !== undefined && text !== '') statements.push({ section, line, text });
  };
  const end = () => {
    if (paragraph !== undefined)
      for (const sentence of sentences(paragraph.text)) add(paragraph.line, plainText(sentence));
    paragraph = undefined;
  };
  const lines = markdown.split('\n');
  for (const [index, line] of lines.entries()) {
    const [, heading] = /^#+ (.*)$/.exec(line) ?? [];
    const isHead = /^\|[-|]+\|$/.test(lines[index + 1] ?? '') || /^\|[-|]+\|$/.test(line);
    if (heading !== undefined) {
      end();
      section = /^\d/.test(heading) || section !== undefined ? plainText(heading) : undefined;
    } else if (line.startsWith('|')) {
      end();
      if (!isHead) add(index + 1, line.slice(1, -1).split('|').map(plainText).join(' | '));
    } else if (line === '' || line.startsWith('>')) end();
    else if (/^(?:-|\d+\.) /.test(line)) {
      end();
      paragraph = { line: index + 1, text: line.replace(/^(?:-|\d+\.) /, '') };
    } else paragraph = { line: paragraph?.line ?? index + 1, text: `${paragraph?.text ?? ''} ${line}`.trim() };
  }
  end();
  return statements;
}
