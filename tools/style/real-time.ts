import { type Comment, type Program } from 'oxc-parser';
import { findFakeTimers } from './real-time/fake-timers.ts';
import { shortDurations } from './real-time/short-durations.ts';
import { type TimedPlace, timedReferences } from './real-time/timed-references.ts';

/** Whether a file may depend on real time with a reason: a system test, or what one uses. */
export const takesReason = (file: string): boolean => !file.endsWith('.test.ts') || /\.(?:system|full)\./.test(file);

/**
 * Finds where a test depends on real time: timers, clocks, and durations under a second that fake timers do not
 * replace. A file that takes a reason and gives it in a comment that begins with "Real time:" has no such place. Type
 * tests never run.
 */
export function timedPlaces(file: string, program: Program, comments: readonly Comment[]): TimedPlace[] {
  if (!/(?:^|\/)test\//.test(file) || file.endsWith('.test-d.ts')) return [];
  if (takesReason(file) && comments.some(({ value }) => /^\s*Real time: \w/.test(value))) return [];
  const isFaked = findFakeTimers(program);
  return [...timedReferences(program), ...shortDurations(program)].filter(
    ({ offset, fakedBy }) => fakedBy === undefined || !isFaked(offset, fakedBy),
  );
}
