import { type Example } from '@coin/test-kit/find-examples';
import { type MarkdownRenderer } from 'vitepress';
import { reasonAgainstPage } from '../examples/where-it-runs.ts';

/** Examples by their code, so a page shows as an example only code that a test runs. */
export type Examples = ReadonlyMap<string, SiteExample>;

export interface SiteExample extends Pick<Example, 'code' | 'runs'> {
  /** The file and line of the code's beginning, from the repository's root. */
  readonly place: string;
  /** The node that it asks is one whose answers were recorded. */
  readonly answersAreRecorded: boolean;
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The attributes of the component for an example. */
function attributesOf({ place, code, runs, answersAreRecorded }: SiteExample): string {
  const reason = runs ? reasonAgainstPage(code) : 'it needs a service; a test compiles it';
  return [
    `place="${attribute(place)}"`,
    ...(answersAreRecorded ? ['recorded'] : []),
    ...(reason === undefined ? [] : [`reason="${attribute(reason)}"`]),
  ].join(' ');
}

/** Puts every block of code that is an example into the component that runs it. */
export function runnableFences(examples: Examples): (md: MarkdownRenderer) => void {
  return (md) => {
    const { fence } = md.renderer.rules;
    if (fence === undefined) throw new Error('The Markdown renderer has no rule for blocks of code.');
    md.renderer.rules.fence = (tokens, at, options, env, self) => {
      const html = fence(tokens, at, options, env, self);
      const example = examples.get(tokens[at]?.content.trimEnd() ?? '');
      return example === undefined ? html : `<RunnableExample ${attributesOf(example)}>${html}</RunnableExample>\n`;
    };
  };
}
