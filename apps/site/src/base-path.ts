/**
 * The path below which the site is served: `/coin/` on GitHub Pages, `/` where nothing else is asked for.
 *
 * Throws an `Error` for a path that does not begin and end with a slash.
 */
export function basePath(asked: string | undefined): string {
  if (asked === undefined || asked === '') return '/';
  if (asked.startsWith('/') && asked.endsWith('/')) return asked;
  throw new Error(`SITE_BASE is "${asked}": it must begin and end with a slash, such as "/coin/".`);
}
