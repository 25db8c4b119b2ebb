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

/** Checks the length and the phrases of a page. Counts words like `wc -w`. */
export function checkPage(file: string, text: string): PageProblem[] {
  const problems: PageProblem[] = pagePhrases(text);
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  const limit = LIMITS.find(({ page }) => page.test(file))?.words ?? Infinity;
  if (words > limit) {
    const message = `The page has ${words} words, at most ${limit} are allowed: move a part to another page and link to it.`;
    problems.push({ line: 1, rule: 'page-length', message });
  }
  return problems;
}
