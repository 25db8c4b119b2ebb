import { type MarkdownRenderer } from 'vitepress';

/** The corner of a table has no words, and a header without words has no meaning to a screen reader. */
export function emptyHeadersAsCells(md: MarkdownRenderer): void {
  md.core.ruler.push('empty-headers-as-cells', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[at + 1]?.content !== '') continue;
      token.tag = 'td';
      const close = tokens[at + 2];
      if (close?.type === 'th_close') close.tag = 'td';
    }
  });
}
