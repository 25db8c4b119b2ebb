import { type DefaultTheme } from 'vitepress';
import { SYNONYMS } from './synonyms.ts';

type SearchOptions = NonNullable<DefaultTheme.LocalSearchOptions>;

/** The heading of a page whose component has it, for the index, which keeps only what is below a heading. */
const headingOf = (title: string): string => `<h1>${title}<a href="#"></a></h1>`;

/** A page's HTML with the words that others search it by below its title, for the index only. */
export function withSynonyms(html: string, relativePath: string, title = ''): string {
  const words = SYNONYMS[relativePath.replace(/\.md$/, '')];
  if (words === undefined) return html;
  const headed = html.includes('</h1>') ? html : headingOf(title) + html;
  return headed.replace('</h1>', () => `</h1><p>${words}</p>`);
}

/** A page's HTML without what only a pointer shows. */
export const withoutTitles = (html: string): string => html.replaceAll(/ title="[^"]*"/g, '');

/**
 * Puts guides before references, but not their list, references before lists of changes, and a code's own page first. The
 * generator writes it into a script.
 */
const boostDocument = (id: string, term: string): number =>
  /\/guides\/\w/.test(id)
    ? 3
    : /\/errors\//.test(id) && term.includes('_')
      ? 5
      : /\/concepts\/\w/.test(id)
        ? 1.5
        : /changelog/.test(id)
          ? 0.5
          : 1;

/** The words of a text, and each code of an error as a whole; its parts are words of many pages. */
const wordsAndCodes = (text: string): string[] => [
  ...text.split(/[\n\r\p{Z}\p{P}]+/u),
  ...(text.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []),
];

/** The same of what a reader types, who may write a code in small letters. */
const typedWordsAndCodes = (text: string): string[] => [
  ...text.split(/[\n\r\p{Z}\p{P}]+/u),
  ...(text.match(/\b[a-z]+(?:_[a-z]+)+\b/gi) ?? []),
];

export const searchOptions: SearchOptions = {
  async _render(source, env, md) {
    const html = withoutTitles(await md.renderAsync(source, env));
    return env.frontmatter?.['search'] === false
      ? ''
      : withSynonyms(html, env.relativePath, env.frontmatter?.['title'] as string | undefined);
  },
  miniSearch: {
    options: { tokenize: wordsAndCodes },
    searchOptions: { boostDocument, tokenize: typedWordsAndCodes },
  },
};
