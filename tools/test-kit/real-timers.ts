// A setup file for vitest: a test that needs Node only fails if it, or what it tests, sets a real timer of less than a
// second. On a busy machine, anything can take that long.
import { afterAll, afterEach } from 'vitest';

const MIN_DURATION_MS = 1000;
/** Timers of Node and of libraries: none of them decides a result. */
const OTHERS = /node:internal|\/node_modules\//;

const { setTimeout, setInterval } = globalThis;
const problems: Error[] = [];

/** Fake timers replace the result, so it sees real timers only. */
function watched<Timer extends typeof setTimeout | typeof setInterval>(timer: Timer): Timer {
  const watch = (act: () => void, ms?: number, ...given: []): NodeJS.Timeout => {
    if (ms !== undefined && ms > 0 && ms < MIN_DURATION_MS) addProblem(ms);
    return timer(act, ms, ...given);
  };
  return Object.assign(watch, timer);
}

function addProblem(ms: number): void {
  const problem = new Error(`A real timer of ${ms} ms. Call useVirtualTime, or test this in a *.system.test.ts.`);
  const [, , , ...callers] = problem.stack?.split('\n') ?? [];
  // A replaced timer passes on what others set.
  const caller = callers.find((line) => !line.includes('/test/support/'));
  if (caller === undefined || !OTHERS.test(caller)) problems.push(problem);
}

globalThis.setTimeout = watched(setTimeout);
globalThis.setInterval = watched(setInterval);

afterEach(() => {
  const [problem] = problems.splice(0);
  if (problem !== undefined) throw problem;
});

afterAll(() => {
  globalThis.setTimeout = setTimeout;
  globalThis.setInterval = setInterval;
});
