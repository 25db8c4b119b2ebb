import { expect, test } from 'vitest';
import { testsBeside } from '../changed/tests-beside.ts';

const folders = ['packages/rpc/test', 'packages/rpc/test/transport', 'apps/examples/withdrawals/test'];
const toolTests = ['bench', 'check-style', 'changelog', 'recipes'].map((name) => `tools/test/${name}.test.ts`);
const paths = [...folders, ...toolTests, 'packages/rpc/test/examples.test.ts'];
const beside = (...files: string[]) => testsBeside(files, (path) => paths.includes(path));

test.each([
  ['a source has the tests of its folder', ['packages/rpc/src/transport/http.ts'], ['packages/rpc/test/transport/']],
  ['a deeper source has those of the nearest', ['packages/rpc/src/transport/a/b.ts'], ['packages/rpc/test/transport/']],
  ['an entry has all of its package', ['packages/rpc/src/index.ts'], ['packages/rpc/test/']],
  ['a test has itself', ['packages/rpc/test/reads.test.ts'], ['packages/rpc/test/reads.test.ts']],
  ['test support has all of its package', ['packages/rpc/test/support/node.ts'], ['packages/rpc/test/']],
  ['an example has its own', ['apps/examples/withdrawals/src/main.ts'], ['apps/examples/withdrawals/test/']],
  ['a package without tests has none', ['apps/site/src/a.ts'], []],
  ['a tool has the test of its name', ['tools/check-style.ts'], ['tools/test/check-style.test.ts']],
  ['a file of a tool has the test of its folder', ['tools/bench/table.ts'], ['tools/test/bench.test.ts']],
  ['a file of a check has the test of the check', ['tools/style/a/b.ts'], ['tools/test/check-style.test.ts']],
  ['a check has the test of what it checks', ['tools/check-bench.ts'], ['tools/test/bench.test.ts']],
  ['a file of a tool has the test of its own name', ['tools/release/changelog.ts'], ['tools/test/changelog.test.ts']],
  ['a test of a tool has itself', ['tools/test/bench.test.ts'], ['tools/test/bench.test.ts']],
  ['a tool without a test of its name has all of the tools', ['tools/tally.ts'], ['tools/test/']],
  ['so has what tests share', ['tools/test-kit/virtual-time.ts', 'tools/bench/table.ts'], ['tools/test/']],
  ['the manifest of a tool has none', ['tools/bench/package.json'], []],
  ['a README has the test of its examples', ['packages/rpc/README.md'], ['packages/rpc/test/examples.test.ts']],
  ['a README without examples has none', ['apps/site/README.md'], []],
  ['a page has the test of its folder', ['docs/recipes/option.md'], ['tools/test/recipes.test.ts']],
  ['another page has none', ['README.md', 'docs/architecture.md'], []],
])('%s', (_, files, tests) => {
  expect(beside(...files)).toEqual(tests);
});

test('names no test twice', () => {
  const files = ['packages/rpc/src/transport/http.ts', 'packages/rpc/test/transport/http.test.ts'];
  expect(beside(...files)).toEqual(['packages/rpc/test/transport/']);
  expect(beside(...files, 'packages/rpc/src/client.ts')).toEqual(['packages/rpc/test/']);
});
