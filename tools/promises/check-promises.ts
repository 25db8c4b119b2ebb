/** The README's promises, and the facts that they are compared with. */
export interface Promises {
  readonly readme: string;
  /** Whether a path from the repository's root exists. */
  readonly exists: (path: string) => boolean;
  /** The size limits of each package, by its name and the name of the limit. */
  readonly limits: ReadonlyMap<string, string>;
}

const HEADING = '## Five promises';
const isCode = (path: string): boolean => /^(?:packages|apps|tools)\/.*\.ts$/.test(path);

/** Reports promises without a link to a test, broken links, and sizes that differ from the limits. */
export function checkPromises({ readme, exists, limits }: Promises): string[] {
  const [, after = ''] = readme.split(`${HEADING}\n`);
  const [section = ''] = after.split('\n## ');
  const promises = section.split(/^(?=\d+\. )/m).filter((text) => /^\d/.test(text));
  const problems = promises.length === 5 ? [] : [`there are ${promises.length} promises below "${HEADING}"`];
  for (const promise of promises) {
    const [name = ''] = promise.split('. ');
    const links = [...promise.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);
    if (!links.some(isCode)) problems.push(`promise ${name} links to no test`);
    for (const path of links.filter((link) => !exists(link)))
      problems.push(`promise ${name} links to ${path}, which does not exist`);
  }
  for (const [, what = '', size = ''] of section.matchAll(/^ *\| (`@coin\/.*?) \| (.*?) \|$/gm)) {
    const limit = limits.get(what.replaceAll('`', ''));
    if (limit !== size) problems.push(`${what}: the README states ${size}, and the limit is ${limit ?? 'missing'}`);
  }
  return problems;
}
