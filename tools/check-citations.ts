// Checks that every citation of a page of docs/protocol, in code and Markdown, names an existing page and heading.
import { globSync, readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(file, 'utf8');
const headings = new Map(
  globSync('docs/protocol/*.md').map((file) => [
    file,
    [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase()),
  ]),
);
const citing = globSync(
  [
    '{packages,apps}/*/{src,test,bench}/**/*.ts',
    '{packages,apps}/*/*.md',
    'packages/*/docs/*.md',
    'tools/**/*.ts',
    '*.md',
  ],
  {
    exclude: (file) => file.includes('node_modules'),
  },
);

let citations = 0;
const problems: string[] = [];
for (const file of citing) {
  const text = read(file).replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' ');
  for (const [, page = '', section = ''] of text.matchAll(
    /(docs\/protocol\/[a-z-]+\.md)(?:, ["“]?([^.;:)*`'"”]{1,60}))?/g,
  )) {
    citations++;
    const known = headings.get(page);
    const citedHeading = section.trim().toLowerCase();
    if (known === undefined) problems.push(`${file}: cites ${page}, which does not exist`);
    else if (
      citedHeading !== '' &&
      !citedHeading.startsWith('docs/') &&
      !known.some((heading) => citedHeading.startsWith(heading) || heading.startsWith(citedHeading))
    )
      problems.push(`${file}: cites the heading "${section.trim()}" of ${page}, which has no such heading`);
  }
}
for (const problem of problems) console.error(problem);
console.log(`${citations} citations of ${headings.size} pages checked, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
