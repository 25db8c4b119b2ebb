/** The processor time of {@link referenceWork} on the machine where bounds of processor time were chosen. */
export const REFERENCE_MS = 100;

/**
 * A fixed amount of work. A bound of processor time compares a duration with the time that this takes in the same
 * process or page, so it means the same on a slower machine.
 */
export function referenceWork(): number {
  let hash = 0;
  for (let i = 0; i < 100_000_000; i++) hash = Math.imul(hash ^ i, 16_777_619);
  return hash;
}
