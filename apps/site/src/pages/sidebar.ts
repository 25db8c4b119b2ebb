import { type DefaultTheme } from 'vitepress';
import { type ReferencePage } from '../reference/reference-pages.ts';
import { type Page } from './find-pages.ts';
import { linksIn, resolveLink } from './links.ts';

type Item = DefaultTheme.SidebarItem;

const linkTo = (route: string): string => `/${route.replace(/(^|\/)index$/, '$1')}`;

const item = ({ title, route }: Page): Item => ({ text: title, link: linkTo(route) });

/** The first page of a folder, and the others in the order in which it lists them below its introduction. */
function section(pages: readonly Page[], index: string): Item[] {
  const first = pages.find(({ source }) => source === index);
  if (first === undefined) throw new Error(`The site has no page for ${index}.`);
  const order = linksIn(first.text).map((target) => resolveLink(index, target).path);
  const folder = index.slice(0, index.lastIndexOf('/') + 1);
  const rest = pages
    .filter(({ source }) => source !== index && source.startsWith(folder))
    .toSorted((a, b) => order.lastIndexOf(a.source) - order.lastIndexOf(b.source));
  const unlisted = rest.find(({ source }) => !order.includes(source));
  if (unlisted !== undefined) throw new Error(`${index} does not link to ${unlisted.source}, which is in its folder.`);
  return [first, ...rest].map(item);
}

/** Where the paths of pages about the project begin. */
const PROJECT = ['benchmarks', 'guarantees', 'security', 'versioning'];

const group = (text: string, items: Item[]): Item => ({ text, items });

/** The lists of pages beside a page, by the beginning of its path. */
export function sidebar(
  pages: readonly Page[],
  reference: readonly ReferencePage[],
  packageNames: readonly string[],
): DefaultTheme.SidebarMulti {
  const below = (start: string) => pages.filter(({ source }) => source.startsWith(start)).map(item);
  const named = (...sources: string[]) =>
    sources.flatMap((name) => pages.filter(({ source }) => source === name).map(item));
  const learn = [
    group('Start', [{ text: 'Overview', link: '/overview' }]),
    group('Guides', section(pages, 'docs/guides/README.md')),
    group('Concepts', section(pages, 'docs/concepts/README.md')),
    group('Examples', below('apps/examples/')),
  ];
  const packageItems = (name: string): Item[] => [
    ...below(`packages/${name}/docs/`),
    ...reference
      .filter(({ packageName }) => packageName === name)
      .map(({ shortTitle, route }) => ({ text: shortTitle, link: linkTo(route) })),
    { text: 'Changelog', link: `/packages/${name}/changelog` },
  ];
  // The package of the page is unfolded already as the page is sent: a group that unfolds later would move the others.
  const besides = (shown: string) =>
    packageNames.map((name) => ({
      text: `@coin/${name}`,
      link: `/packages/${name}/`,
      collapsed: name !== shown,
      items: packageItems(name),
    }));
  const project = [
    group('Project', named('docs/guarantees.md', 'docs/benchmarks.md', 'docs/versioning.md', 'SECURITY.md')),
  ];
  return {
    ...Object.fromEntries(packageNames.map((name) => [`/packages/${name}/`, besides(name)])),
    '/errors/': [group('Errors', section(pages, 'docs/errors/README.md'))],
    '/protocol/': [group('Protocol', section(pages, 'docs/protocol/README.md'))],
    ...Object.fromEntries(PROJECT.map((path) => [`/${path}`, project])),
    '/': learn,
  };
}
