import { type PhraseProblem, pagePhrases } from './check-phrases.ts';

/** A rule that a Markdown page breaks. */
export interface PageProblem {
  readonly line: number;
  readonly rule: PhraseProblem['rule'] | 'page-length';
  readonly message: string;
}

const LIMITS: readonly { readonly page: RegExp; readonly words: number }[] = [
  { page: /^packages\/[^/]+\/README\.md$/, words: 1200 },
  { page: /^docs\/guides\/[^/]+\.md$/, words: 900 },
];

/** Pages that are still longer. */
const LONGER: ReadonlySet<string> = new Set(['packages/payments/README.md']);

/** Checks the length and the phrases of a page. Counts words like `wc -w`. Pages in `longer` may have any length. */
export function checkPage(file: string, text: string, longer = LONGER): PageProblem[] {
  const problems: PageProblem[] = pagePhrases(text);
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  const limit = LIMITS.find(({ page }) => page.test(file))?.words ?? Infinity;
  const isLonger = words > limit;
  if (isLonger === longer.has(file)) return problems;
  const message = isLonger
    ? `The page has ${words} words, at most ${limit} are allowed: move a part to another page and link to it.`
    : `The page has ${words} words now: delete it from the list of longer pages in tools/style/check-page.ts.`;
  problems.push({ line: 1, rule: 'page-length', message });
  return problems;
}
