import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../../../packages/rpc/docs/beside-tronweb.md', import.meta.url);
const marks = [
  '<!-- side by side: written by `pnpm --filter @coin/acceptance side-by-side` -->',
  '<!-- end -->',
] as const;

function parts(): { before: string; section: string; after: string } {
  const text = readFileSync(file, 'utf8');
  const [before, rest] = text.split(marks[0]);
  const [section, after] = rest?.split(marks[1]) ?? [];
  if (before === undefined || section === undefined || after === undefined) {
    throw new Error(`${file.pathname} has no section between ${marks.join(' and ')}`);
  }
  return { before, section: section.trim(), after };
}

/** The section of the page that `side-by-side` writes. */
export const readSection = (): string => parts().section;

export function writeSection(section: string): void {
  const { before, after } = parts();
  writeFileSync(file, `${before}${marks[0]}\n\n${section}\n\n${marks[1]}${after}`);
}
