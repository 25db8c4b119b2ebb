import { type Comment, type Program } from 'oxc-parser';
import { findFakeTimers } from './real-time/fake-timers.ts';
import { shortDurations } from './real-time/short-durations.ts';
import { type TimedPlace, timedReferences } from './real-time/timed-references.ts';

/** Whether a path is of a test that may not depend on real time. Type tests never run. */
export const isOrdinaryTest = (file: string): boolean =>
  /(?:^|\/)test\//.test(file) && !/(?:\.(?:system|full)\.test|\.test-d)\.ts$/.test(file);

/**
 * Finds where a test depends on real time: timers, clocks, and durations under a second that fake timers do not
 * replace. A file with a comment that begins with "Real time:" and gives the reason has no such place.
 */
export function timedPlaces(program: Program, comments: readonly Comment[]): TimedPlace[] {
  if (comments.some(({ value }) => /^\s*Real time: \S/.test(value))) return [];
  const isFaked = findFakeTimers(program);
  return [...timedReferences(program), ...shortDurations(program)].filter(
    ({ offset, fakedBy }) => fakedBy === undefined || !isFaked(offset, fakedBy),
  );
}
