import { dirname, join } from 'node:path/posix';

const FOLDER = /^((?:packages|apps|apps\/examples)\/[^/]+|tools)\/(src|test)\/(.*)$/;
const TOOL = /^tools\/(?!test\/)(.+)\.ts$/;

/**
 * The tests to run after a change, as path filters for vitest: the tests of the nearest folder that mirrors a changed
 * source, a changed test itself, and all tests of a package whose test support changed. A changed tool has the tests
 * that are named after it or its folder, with or without `check-`.
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

/** Undefined for a file that is not a tool. */
function testsOfTool(file: string, exists: (path: string) => boolean): readonly string[] | undefined {
  const [, path] = TOOL.exec(file) ?? [];
  const names = path?.split('/').map((name) => name.replace(/^check-/, ''));
  return names
    ?.flatMap((name) => [name, `check-${name}`])
    .map((name) => `tools/test/${name}.test.ts`)
    .filter(exists);
}

function testsOfSource(file: string, exists: (path: string) => boolean): readonly string[] {
  const [, root, side, path] = FOLDER.exec(file) ?? [];
  if (root === undefined || path === undefined) return [];
  if (side === 'test') return [path.endsWith('.test.ts') ? file : `${root}/test/`];
  let folder = join(root, 'test', dirname(path));
  while (folder !== root && !exists(folder)) folder = dirname(folder);
  return folder === root ? [] : [`${folder}/`];
}
