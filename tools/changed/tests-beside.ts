import { dirname, join } from 'node:path/posix';

const FOLDER = /^((?:packages|apps|apps\/examples)\/[^/]+)\/(src|test)\/(.*)$/;

/**
 * The tests to run after a change, as path filters for vitest: the tests of the nearest folder that mirrors a changed
 * source, a changed test itself, and all tests of a package whose test support changed.
 *
 * @param files - changed files, relative to the root
 * @param isFolder - whether a path, relative to the root, is a folder that exists
 */
export function testsBeside(files: readonly string[], isFolder: (path: string) => boolean): readonly string[] {
  const tests = files.flatMap((file) => {
    const [, root, side, path] = FOLDER.exec(file) ?? [];
    if (root === undefined || path === undefined) return [];
    if (side === 'test') return [path.endsWith('.test.ts') ? file : `${root}/test/`];
    let folder = join(root, 'test', dirname(path));
    while (folder !== root && !isFolder(folder)) folder = dirname(folder);
    return folder === root ? [] : [`${folder}/`];
  });
  const unique = [...new Set(tests)].sort();
  return unique.filter(
    (test) => !unique.some((other) => other !== test && other.endsWith('/') && test.startsWith(other)),
  );
}
