import { flagGroups } from './flags.ts';

const LINE = 118;
const INDENT = 25;

export function helpText(): string {
  const sections = Object.entries(flagGroups).map(([title, members]) => {
    const rows = Object.entries(members).flatMap(([name, { value, text }]) => {
      const [first = '', ...rest] = wrap(text, LINE - INDENT);
      const flag = `  --${name}${value === undefined ? '' : ` ${value}`}`;
      return [`${flag.padEnd(INDENT)}${first}`, ...rest.map((line) => ' '.repeat(INDENT) + line)];
    });
    return [title, ...rows, ''].join('\n');
  });
  return [INTRODUCTION, ...sections].join('\n');
}

const INTRODUCTION = `Usage: npx @coin/mock-node [options]

Serves a full node in one process: real energy metering, no container. Its state is lost when it ends,
unless --state or --dump-state names a file.
`;

/** Wraps a text at word boundaries. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
