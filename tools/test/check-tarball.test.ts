import { expect, test } from 'vitest';
import { listFiles, tarballProblems } from '../tarball/check-tarball.ts';

const packed = {
  'package.json': '{"name":"@coin/box","dependencies":{"@coin/units":"^0.1.0"}}',
  'README.md': '[units](https://example.org/units) and [below](#below)',
  'dist/index.js': '/** Source: https://example.org/blob/main/docs/protocol/staking.md. */',
};
const reviewed = Object.keys(packed).toSorted();
const problemsWith = (planted: Readonly<Record<string, string>>) =>
  tarballProblems(new Map(Object.entries({ ...packed, ...planted })), [
    ...reviewed,
    ...Object.keys(planted).filter((path) => path !== 'dist/new.js'),
  ]);

test('accepts a package with the reviewed files', async () => {
  expect(await problemsWith({})).toEqual([]);
});

test('a list of files ignores the changelog and the hashes of shared files', () => {
  const paths = ['package.json', 'dist/chunk-S5LQLL6W.js', 'dist/chunk-AAAAAAAA.js', 'CHANGELOG.md'];
  expect(listFiles(paths)).toEqual(['dist/chunk-*.js', 'package.json']);
});

test('a file that is missing is a problem', async () => {
  const problems = await tarballProblems(new Map(Object.entries(packed)), [...reviewed, 'dist/vm/index.js']);
  expect(problems).toEqual(['dist/vm/index.js is missing']);
});

const privateKey = ['-----BEGIN RSA PRIVATE', 'KEY-----\n', 'MIIEpAIBAAKCAQEA'.repeat(8)].join(' ');
const npmToken = `npm_${'aB3dE6gH9'.repeat(4)}`;

test.each([
  [{ 'dist/new.js': '' }, 'dist/new.js is new'],
  [{ '.env': 'PORT=1' }, '.env has the name of a file with secrets'],
  [{ 'dist/.npmrc': '' }, 'dist/.npmrc has the name of a file with secrets'],
  [{ 'dist/server.key': '' }, 'dist/server.key has the name of a file with secrets'],
  [{ 'dist/index.js': `const token = '${npmToken}';` }, 'dist/index.js contains a secret'],
  [
    { 'dist/index.js': `const key = \`${privateKey}\n-----END RSA PRIVATE KEY-----\`;` },
    'dist/index.js contains a secret',
  ],
  [{ 'dist/index.d.ts': '/** Source: docs/protocol/staking.md. */' }, 'cites docs/protocol/staking.md'],
  [{ 'README.md': '[units](../units/README.md)' }, 'README.md cites ](../units/README.md)'],
  [{ 'package.json': '{"devDependencies":{"vitest":"^5.1.0"}}' }, 'has the field devDependencies'],
  [{ 'package.json': '{"dependencies":{"@coin/units":"workspace:^"}}' }, 'has the range "workspace:^"'],
  [{ 'package.json': '{"exports":{".":{"@coin/source":"./src/index.ts"}}}' }, 'leads to sources'],
])('reports content that should not be published: %o', async (planted, problem) => {
  expect(await problemsWith(planted)).toEqual([expect.stringContaining(problem)]);
});
