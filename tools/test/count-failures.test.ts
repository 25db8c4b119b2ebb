import { expect, test } from 'vitest';
import { countFailures, type Run } from '../repeat/count-failures.ts';

const run = (
  seed: number,
  failed: readonly string[],
  { status = failed.length > 0 ? 1 : 0, file = 'passed' } = {},
): Run => ({
  seed,
  status,
  report: {
    numPassedTests: 2 - failed.length,
    numFailedTests: failed.length,
    testResults: [
      {
        name: '/project/a.test.ts',
        status: failed.length > 0 ? 'failed' : file,
        assertionResults: ['adds', 'subtracts'].map((fullName) => ({
          fullName,
          status: failed.includes(fullName) ? 'failed' : 'passed',
        })),
      },
    ],
  },
});

test('lists failed tests with their seeds, most frequent first', () => {
  expect(countFailures([run(1, ['adds']), run(2, []), run(3, ['subtracts', 'adds'])], '/project')).toEqual([
    { test: 'a.test.ts: adds', seeds: [1, 3] },
    { test: 'a.test.ts: subtracts', seeds: [3] },
  ]);
});

test('counts a file that fails outside its tests', () => {
  expect(countFailures([run(1, [], { file: 'failed', status: 1 })], '/project')).toEqual([
    { test: 'a.test.ts', seeds: [1] },
  ]);
});

test('counts a run that fails although all its tests passed', () => {
  expect(countFailures([run(1, [], { status: 1 }), run(2, [])], '/project')).toEqual([
    { test: 'an error outside the tests', seeds: [1] },
  ]);
});

test.each([0, 1])('counts a run without tests that ended with code %i', (status) => {
  const report = { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  expect(countFailures([{ seed: 1, status, report }], '/project')).toEqual([{ test: 'no test ran', seeds: [1] }]);
});

test('lists nothing when every run passed', () => {
  expect(countFailures([run(1, []), run(2, [])], '/project')).toEqual([]);
});
