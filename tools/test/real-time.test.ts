import { describe, expect, test } from 'vitest';
import { checkStyle } from '../style/check-style.ts';

const TEST_FILE = 'packages/units/test/file.test.ts';
const SYSTEM_TEST = 'packages/units/test/file.system.test.ts';
/** The lines with a place that depends on real time. */
const linesOf = (text: string, file = TEST_FILE): number[] => {
  const found = checkStyle(file, text).filter(({ rule }) => rule === 'real-time');
  return [...new Set(found.map(({ line }) => line))];
};

const TIMERS = [
  'setTimeout(act, 5);',
  'setTimeout(act, 2000);',
  'setInterval(act, 5);',
  'requestAnimationFrame(act);',
  'globalThis.setTimeout(act, 5);',
  'window.setInterval(act, 5);',
  "globalThis['setTimeout'](act, 5);",
  '(globalThis as never as Timers).setTimeout(act, 5);',
  'globalThis?.setTimeout?.(act, 5);',
  'timers.setTimeout(act, 5);',
  'const wait = setTimeout;',
  'const wait = promisify(setTimeout);',
  'const timers = { setTimeout };',
  'const { setTimeout: wait } = globalThis;',
];
const DATES = [
  'const started = Date.now();',
  'const started = globalThis.Date.now();',
  'const clock = { now: Date.now };',
  'const now = Date.now.bind(Date);',
  'const { now } = Date;',
  'const started = new Date();',
  'const started = new globalThis.Date();',
  'const started = Date();',
];
const OTHER_CLOCKS = [
  'const started = performance.now();',
  'const started = window.performance.now();',
  'const clock = { now: performance.now };',
  'const started = process.hrtime();',
  'const started = process.hrtime.bigint();',
  'const { hrtime } = process;',
];
/** Fake timers leave these real. */
const REAL = [
  "import { setTimeout } from 'node:timers/promises';",
  "import { setTimeout as sleep } from 'timers/promises';",
  "import { setInterval } from 'node:timers';",
  "import timers from 'node:timers';",
  "import * as timers from 'node:timers/promises';",
  "import { scheduler } from 'node:timers/promises';",
  "const timers = await import('node:timers/promises');",
  "const timers = require('node:timers');",
  "import { performance } from 'node:perf_hooks';",
  "import { hrtime } from 'node:process';",
  'await scheduler.wait(5);',
  'await timers.scheduler.wait(2000);',
  'call({ signal: AbortSignal.timeout(5000) });',
  'call({ signal: globalThis.AbortSignal.timeout(5000) });',
  'Atomics.wait(cells, 0, 0, 5);',
  'const uptime = process.uptime();',
  'const before = process.cpuUsage();',
  'const { user } = process.resourceUsage();',
  "performance.measure('work');",
  'const today = Temporal.Now.instant();',
  'await expect.poll(read).toBe(1);',
  'await vi.waitFor(read);',
  'await vi.waitUntil(read);',
];
const DURATIONS = [
  'const options = { timeoutMs: 400 };',
  "const options = { ...others, 'leaseMs': 60 };",
  'const options = { timeoutMs: 9_99 };',
  'const options = { timeoutMs: 2 * 100 };',
  'const options = { timeoutMs: 100 + 200 };',
  'const options = { timeoutMs: 60 as number };',
  'const options = { timeoutMs: (60 satisfies number)! };',
  'const LEASE_MS = 200; run({ leaseMs: LEASE_MS });',
  'run({ leaseMs: 2 * LEASE }); const LEASE = 100;',
  'const leaseMs = 200; run({ leaseMs });',
  'const leaseMs = 200; run({ leaseMs }); { const leaseMs = 5000; }',
  'options.leaseMs = 60;',
  "options['leaseMs'] = 60;",
  'const open = ({ leaseMs = 60 }) => leaseMs;',
  'const open = ({ leaseMs: lease = 60 }) => lease;',
  'const open = (leaseMs = 60) => leaseMs;',
  'class Options { leaseMs = 60; }',
  'const options = { timeout: 50 };',
  'const options = { interval: 20 };',
  'const options = { pollingInterval: 50 };',
  'const options = { testTimeout: 50 };',
  'const options = { retryDelay: 50 };',
  'const options = { interruptAfterTimeLimit: 50 };',
  'const options = { ttl: 50 };',
  'const options = { lease: 50 };',
  'const options = { backoff: 50 };',
  'const options = { leaseMs: Math.min(60, limit) };',
  'const options = { leaseMs: isSlow ? 2000 : 60 };',
  'const options = { timeoutSeconds: 0.5 };',
  'const options = { seconds: 0.5 };',
  'await clock.sleep(50);',
];
const FAKEABLE = [...TIMERS, ...DATES, ...OTHER_CLOCKS, ...DURATIONS];

test.each([...FAKEABLE, ...REAL])('reports %s', (text) => {
  expect(linesOf(`act();\n${text}\n`)).toEqual([2]);
});

test.each(FAKEABLE)('accepts in virtual time: %s', (text) => {
  expect(linesOf(`useVirtualTime();\n${text}\n`)).toEqual([]);
});

test.each(REAL)('reports even in virtual time: %s', (text) => {
  expect(linesOf(`useVirtualTime();\n${text}\n`)).toEqual([2]);
});

test.each([
  'const options = { timeoutMs: 1000, leaseMs: 60_000, delayMs: 0 };',
  'const options = { timeout: 2 * 1000, timeoutSeconds: 1 };',
  'const HOUR_MS = 60 * MINUTE_MS; const MINUTE_MS = 60_000; run({ leaseMs: HOUR_MS });',
  'const leaseMs = 2 * leaseMs; run({ leaseMs });',
  'const items = { params: 5, forms: 6 };',
  "run('setTimeout(act, 5)');",
  'clock.now();',
  'const clock = { setTimeout: act };',
  'interface Timers { readonly setTimeout: typeof setTimeout }',
  'const day = new Date(0); const time = Date.parse(text);',
  'Date.now = () => 5;',
  'setImmediate(act);',
  "import { setImmediate } from 'node:timers/promises';",
  "import type { performance } from 'node:perf_hooks';",
  "import process from 'node:process';",
])('accepts %s', (text) => {
  expect(linesOf(text)).toEqual([]);
});

describe('virtual time', () => {
  const place = 'setTimeout(act, 5);';

  test.each([
    ['a describe that calls useVirtualTime', `describe('a', () => { useVirtualTime();\n${place}\n});`],
    ['a test in it', `describe.each([1])('a', () => { useVirtualTime(); test('b', () => {\n${place}\n}); });`],
    ['a file whose beforeEach fakes timers', `beforeEach(() => void vi.useFakeTimers());\n${place}`],
    ['a time for fake timers to begin at', `beforeEach(() => void vi.useFakeTimers({ now: 5 }));\n${place}`],
    [
      'a describe whose beforeEach fakes timers',
      `describe('a', () => { beforeEach(() => { vi.useFakeTimers(); });\n${place} });`,
    ],
    ['a test that fakes timers', `test('a', () => { vi.useFakeTimers();\n${place} });`],
    ['a timer that is faked', `test('a', () => { vi.useFakeTimers({ toFake: ['setTimeout'] });\n${place} });`],
    ['timers that are real again after each test', `useVirtualTime(); afterEach(() => vi.useRealTimers());\n${place}`],
    ['timers that are real again later', `test('a', () => { vi.useFakeTimers();\n${place} vi.useRealTimers(); });`],
    [
      'a test with fake timers among others with real ones',
      `beforeEach(() => vi.useRealTimers()); test('a', () => { vi.useFakeTimers();\n${place} });`,
    ],
  ])('counts for %s', (_, text) => {
    expect(linesOf(text)).toEqual([]);
  });

  test.each([
    ['beside a describe with it', `describe('a', () => { useVirtualTime(); });\n${place}`],
    ['beside a describe with fake timers', `describe('a', () => { beforeEach(() => vi.useFakeTimers()); });\n${place}`],
    ['beside a test with fake timers', `test('a', () => { vi.useFakeTimers(); }); test('b', () => {\n${place} });`],
    ['beside a function with fake timers', `function fake() { vi.useFakeTimers(); }\n${place}`],
    ['after timers were faked while tests are collected', `vi.useFakeTimers();\n${place}`],
    ['after timers were faked in the body of a describe', `describe('a', () => { vi.useFakeTimers();\n${place} });`],
    ['after timers were faked once', `beforeAll(() => vi.useFakeTimers());\n${place}`],
    ['when only dates are faked', `beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));\n${place}`],
    ['when other functions are faked', `beforeEach(() => vi.useFakeTimers({ toNotFake: ['setTimeout'] }));\n${place}`],
    ['when it advances by itself', `beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));\n${place}`],
    ['when its options are elsewhere', `beforeEach(() => vi.useFakeTimers(options));\n${place}`],
    [
      'when it follows the clock',
      `useVirtualTime(); test('a', () => { vi.setTimerTickMode('interval', 5);\n${place} });`,
    ],
    ['after timers are real again', `test('a', () => { vi.useFakeTimers(); vi.useRealTimers();\n${place} });`],
    [
      'in a describe with real timers',
      `useVirtualTime(); describe('a', () => { beforeEach(() => void vi.useRealTimers());\n${place} });`,
    ],
  ])('does not count %s', (_, text) => {
    expect(linesOf(text)).toEqual([2]);
  });

  test.each(DATES)('with fake dates only accepts %s', (text) => {
    expect(linesOf(`beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));\n${text}`)).toEqual([]);
  });

  test.each([...TIMERS, ...OTHER_CLOCKS, ...DURATIONS])('with fake dates only reports %s', (text) => {
    expect(linesOf(`beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));\n${text}`)).toEqual([2]);
  });
});

describe('a reason for real time', () => {
  const reason = '// Real time: a process is killed.';

  test.each([...FAKEABLE, ...REAL])('lets a system test have %s', (text) => {
    expect(linesOf(`${reason}\n${text}`, SYSTEM_TEST)).toEqual([]);
    expect(linesOf(`${reason}\n${text}`, 'tools/test/file.full.test.ts')).toEqual([]);
    expect(linesOf(`${reason}\n${text}`, 'packages/units/test/support/process.ts')).toEqual([]);
    expect(linesOf(`act();\n${text}`, SYSTEM_TEST)).toEqual([2]);
  });

  test('does not count in other tests', () => {
    expect(linesOf(`${reason}\nsetTimeout(act, 5);`)).toEqual([2]);
  });

  test.each(['// Real time:', '// Real time: .'])('is not given by %s', (comment) => {
    expect(linesOf(`${comment}\nsetTimeout(act, 5);`, SYSTEM_TEST)).toEqual([2]);
  });
});

test.each([
  ['setTimeout(act, 5);', '"setTimeout" depends on real time: call useVirtualTime'],
  ['run({ leaseMs: 2 * 30 });', '"leaseMs: 60 ms" depends on real time: call useVirtualTime'],
  [
    'AbortSignal.timeout(5);',
    '"AbortSignal.timeout" depends on real time: fake timers do not replace it. Use a global',
  ],
])('says for %s what to do', (text, message) => {
  expect(checkStyle(TEST_FILE, text)).toMatchObject([{ message: expect.stringContaining(message) }]);
});

test.each(['packages/units/src/file.ts', 'packages/units/test/types.test-d.ts', 'tools/test-full.ts'])(
  'ignores %s',
  (file) => {
    expect(linesOf('setTimeout(act, 5);', file)).toEqual([]);
  },
);

test('reports helpers of tests', () => {
  expect(linesOf('setTimeout(act, 5);', 'packages/units/test/support/helper.ts')).toEqual([1]);
});
