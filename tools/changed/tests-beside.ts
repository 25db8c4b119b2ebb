import { dirname, join } from 'node:path/posix';

const FOLDER = /^((?:packages|apps|apps\/examples)\/[^/]+|tools)\/(src|test)\/(.*)$/;
const TOOL = /^(tools|docs)\/(?!test\/)(.+)\.(?:ts|md)$/;
const README = /^((?:packages|apps)\/[^/]+)\/README\.md$/;

/**
 * The tests to run after a change, as path filters for vitest: the tests of the nearest folder that mirrors a changed
 * source, a changed test itself, and all tests of a package whose test support changed. A changed tool or page has the
 * tests that are named after it or its folder, with or without `check-`; a tool without such a test has all of them.
 * A README has the test of its examples.
 *
 * @param files - changed files, relative to the root
 * @param exists - whether a path, relative to the root, exists
 */
export function testsBeside(files: readonly string[], exists: (path: string) => boolean): readonly string[] {
  const unique = [...new Set(files.flatMap((file) => testsOfTool(file, exists) ?? testsOfSource(file, exists)))].sort();
  return unique.filter(
    (test) => !unique.some((other) => other !== test && other.endsWith('/') && test.startsWith(other)),
  );
}

/** Undefined for a file that is neither a tool nor a page of docs. */
function testsOfTool(file: string, exists: (path: string) => boolean): readonly string[] | undefined {
  const [, folder, path] = TOOL.exec(file) ?? [];
  if (path === undefined) return undefined;
  const names = path.split('/').map((name) => name.replace(/^check-/, ''));
  const named = names
    .flatMap((name) => [name, `check-${name}`])
    .map((name) => `tools/test/${name}.test.ts`)
    .filter(exists);
  return named.length > 0 || folder === 'docs' ? named : ['tools/test/'];
}

function testsOfSource(file: string, exists: (path: string) => boolean): readonly string[] {
  const [, documented] = README.exec(file) ?? [];
  if (documented !== undefined) return [`${documented}/test/examples.test.ts`].filter(exists);
  const [, root, side, path] = FOLDER.exec(file) ?? [];
  if (root === undefined || path === undefined) return [];
  if (side === 'test') return [path.endsWith('.test.ts') ? file : `${root}/test/`];
  let folder = join(root, 'test', dirname(path));
  while (folder !== root && !exists(folder)) folder = dirname(folder);
  return folder === root ? [] : [`${folder}/`];
}
