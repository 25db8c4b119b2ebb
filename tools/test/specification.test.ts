import { expect, test } from 'vitest';
import { checkSpecification, readTitles, readTrace } from '../specification/check-specification.ts';
import { readStatements } from '../specification/read-statements.ts';

const SPECIFICATION = `# Specification

An introduction, before the numbered sections.

## 1. Amounts

1 coin = 1000000 small units. The \`amount\` of a request
is an integer. A client can:

- send [coin](coin.md);
- read a balance.

| Field | Type |
|---|---|
| amount | integer |

> **In the packages.** No statement.
`;

const TESTS = `# Tests

## 1. Amounts

| Statement | Held by |
|---|---|
| 1 coin = 1000000 | [units](../units.test.ts): “counts small units” |
| The amount of | [units](../units.test.ts): “takes integers”; [more](../more.test.ts): “refuses a text with a \\| bar” |
| A client can | No rule: it introduces what follows. |
| send coin | [units](../units.test.ts): “counts small units” |
| read a balance | [units](../units.test.ts): “counts small units” |
| amount \\| integer | [units](../units.test.ts): “takes integers” |
`;

const UNITS = `
describe('units', () => {
  test('counts small units', () => {});
  test.each([1])(\`takes integers\`, () => {});
  expect('not a title');
});
`;

const files: Readonly<Record<string, string>> = {
  '../units.test.ts': UNITS,
  '../more.test.ts': "it('refuses a text with a | bar', () => {});",
};
const problems = (specification = SPECIFICATION, tests = TESTS) =>
  checkSpecification({
    statements: readStatements(specification),
    trace: readTrace(tests),
    titlesOf: (file) => (files[file] === undefined ? undefined : readTitles(file, files[file])),
  });

test('reads sentences, items of lists and rows of tables as statements, and no block of the packages', () => {
  expect(readStatements(SPECIFICATION).map(({ line, section, text }) => [line, section, text])).toEqual([
    [7, '1. Amounts', '1 coin = 1000000 small units.'],
    [7, '1. Amounts', 'The amount of a request is an integer.'],
    [7, '1. Amounts', 'A client can:'],
    [10, '1. Amounts', 'send coin;'],
    [11, '1. Amounts', 'read a balance.'],
    [15, '1. Amounts', 'amount | integer'],
  ]);
});

test('reads the titles of tests and groups, and no other text', () => {
  expect([...readTitles('units.test.ts', UNITS)].toSorted()).toEqual(['counts small units', 'takes integers', 'units']);
});

test('accepts a page that names an existing test for each statement', () => {
  expect(problems()).toEqual([]);
});

test('reports a statement without a row', () => {
  expect(problems(SPECIFICATION.replace('- read a balance.', '- read a balance;\n- pay.'))).toEqual([
    'line 12 of the specification, "1. Amounts": no row names "pay."',
  ]);
});

test('reports a row whose statement has gone', () => {
  expect(problems(SPECIFICATION.replace('- read a balance.\n', ''))).toEqual([
    'line 11 of the tests: 0 statements of "1. Amounts" begin with "read a balance"',
  ]);
});

test.each([
  [
    'a test that was renamed',
    '“takes integers”; ',
    '“takes numbers”; ',
    '../units.test.ts has no test "takes numbers"',
  ],
  ['a file that was moved', '../more.test.ts', '../moved.test.ts', 'there is no file ../moved.test.ts'],
  ['text that is not a title', '“takes integers”; ', '“not a title”; ', '../units.test.ts has no test "not a title"'],
])('reports %s', (_, from, to, problem) => {
  expect(problems(SPECIFICATION, TESTS.replace(from, to))).toEqual([`line 8 of the tests: ${problem}`]);
});

test('reports a row without a test or a reason', () => {
  const [tests, reason] = ['No rule: it introduces what follows.', 'It introduces what follows.'];
  expect(problems(SPECIFICATION, TESTS.replace(tests, reason))).toEqual([
    'line 9 of the tests: name a test as [file](path): “title”, or say "No rule:" and why',
  ]);
});
