import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Where the sources of what is published are shown. */
export const REPOSITORY = 'https://github.com/coin-packages/coin';

const LINK = /(\]\()([^()\s]+)(\))/g;
const IMAGE = /(!\[[^\]]*\]\(|<(?:img|source)\b[^>]*?\bsrc(?:set)?=")([^()\s"]+)(\)|")/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** What a link's target is on the site: routes by the path of the file that they show. */
export type Routes = ReadonlyMap<string, string>;

/** Applies a change to the parts of a Markdown text that are outside of code. */
export function outsideCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^ *```[^\n]*\n[\s\S]*?^ *```$|`[^`\n]+`)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}

/** The targets of the links in a Markdown text, in their order. */
export function linksIn(text: string): string[] {
  const targets: string[] = [];
  outsideCode(text, (prose) => {
    for (const [, , target = ''] of prose.matchAll(LINK)) targets.push(target);
    return prose;
  });
  return targets;
}

/** The files of the repository that a Markdown text shows as images, as paths from its root. */
export function imagesIn(source: string, text: string): string[] {
  const files: string[] = [];
  outsideCode(text, (prose) => {
    for (const [, , target = ''] of prose.matchAll(IMAGE))
      if (!SCHEME.test(target)) files.push(resolveLink(source, target).path);
    return prose;
  });
  return files;
}

/** The path from the repository's root that a relative link of a file leads to, and its anchor. */
export function resolveLink(source: string, target: string): { path: string; anchor: string } {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? source : posix.join(posix.dirname(source), file).replace(/\/$/, '');
  return { path, anchor: anchor === undefined ? '' : `#${anchor}` };
}

/**
 * Turns the links between files of the repository into links between pages of the site. A link to a file that is not a
 * page leads to GitHub.
 *
 * Throws an `Error` for a link to a file that does not exist.
 */
export function rewriteLinks(source: string, text: string, routes: Routes, root: string): string {
  const image = (target: string): string =>
    SCHEME.test(target) ? target : `/files/${resolveLink(source, target).path}`;
  const rewrite = (target: string): string => {
    if (target.startsWith('/files/')) return target;
    if (SCHEME.test(target) || target.startsWith('#')) return ownPage(target, routes);
    const { path, anchor } = resolveLink(source, target);
    const route = routes.get(path) ?? routes.get(posix.join(path, 'README.md'));
    if (route !== undefined) return `/${route}.md${anchor}`;
    if (!existsSync(join(root, path))) throw new Error(`${source} links to ${target}, which does not exist.`);
    return `${REPOSITORY}/${statSync(join(root, path)).isDirectory() ? 'tree' : 'blob'}/main/${path}${anchor}`;
  };
  return outsideCode(text, (prose) =>
    prose
      .replaceAll(IMAGE, (_all, open, target, close) => open + image(target) + close)
      .replaceAll(LINK, (_all, open, target, close) => open + rewrite(target) + close),
  );
}

/** READMEs are read on npm too, so they name pages by their address on GitHub. */
function ownPage(target: string, routes: Routes): string {
  const prefix = `${REPOSITORY}/blob/main/`;
  if (!target.startsWith(prefix)) return target;
  const [file = '', anchor] = target.slice(prefix.length).split('#');
  const route = routes.get(file);
  return route === undefined ? target : `/${route}.md${anchor === undefined ? '' : `#${anchor}`}`;
}
