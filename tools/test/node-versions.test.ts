import { expect, test } from 'vitest';
import { checkNodeVersions } from '../node-versions/check-node-versions.ts';

const README = `The packages need Node 22.12 or newer. The commands need Node 20 or
newer and npm. \`node:sqlite\`: Node 22.13 or newer.
`;
const CI = "jobs:\n  test:\n    strategy:\n      matrix:\n        node: ['24', '22.12', '26']\n";

const problems = (texts: Readonly<Record<string, string>>, packages = ['>=22.12', '>=22.12']) =>
  checkNodeVersions({
    commands: '>=20',
    packages: new Map(packages.map((engines, index) => [`packages/${index}/package.json`, engines])),
    texts: new Map(Object.entries(texts)),
  });

test('accepts pages that state the manifests’ requirements', () => {
  expect(
    problems({ 'README.md': 'Packages: Node 22.12 and newer.\n\nCommands: Node 20 or newer and npm.', 'ci.yml': CI }),
  ).toEqual([]);
});

test.each([
  ['another version for the packages', 'It needs Node 22 or newer.', '"Node 22", but package.json says 22.12'],
  ['another version across lines', 'It needs Node 23.1\nor newer.', '"Node 23.1", but package.json says 22.12'],
  [
    'another version for the commands',
    'It needs Node 22.12 or newer and npm.',
    '"Node 22.12 or newer and npm", but package.json says 20',
  ],
])('reports %s', (_, text, problem) => {
  expect(problems({ 'README.md': text })).toEqual([`README.md: ${problem}`]);
});

test('accepts another version for a feature of Node', () => {
  expect(problems({ 'README.md': README })).toEqual([]);
});

test('reports tests that leave out the oldest version', () => {
  expect(problems({ 'ci.yml': CI.replace("'22.12', ", '') })).toEqual([
    'ci.yml: tests Node 24 and newer, but package.json says 22.12',
  ]);
});

test('reports packages that need different versions', () => {
  expect(problems({}, ['>=22.12', '>=24'])).toEqual(['the packages need different versions of Node: 22.12 and 24']);
});
