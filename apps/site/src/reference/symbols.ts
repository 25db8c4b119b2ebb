import { slug } from 'github-slugger';

/** What the reference says about one export. */
export interface ReferenceSymbol {
  readonly name: string;
  /** The address of its heading. */
  readonly anchor: string;
  /** Markdown that begins with a heading of the third level. */
  readonly text: string;
}

/** Divides the text about an entry into its exports; what another entry declares is left to that one. */
export function readSymbols(text: string): ReferenceSymbol[] {
  const [declared = ''] = text.split('\n## References\n');
  return declared
    .split(/^(?=### )/m)
    .slice(1)
    .map((block) => {
      const heading = /^### (.*)$/m.exec(block)?.[1]?.replaceAll('\\', '') ?? '';
      const body = block.replace(/^## .*$/gm, '').replace(/\n\*\*\*\s*$/, '');
      return { name: heading.replace(/\(\)$/, ''), anchor: slug(heading), text: `${body.trim()}\n` };
    });
}

/** Lifts every heading outside of code by one level. */
export function liftHeadings(text: string): string {
  return text
    .split(/(^```[^\n]*\n[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(/^#(#+ )/gm, '$1') : part))
    .join('');
}
