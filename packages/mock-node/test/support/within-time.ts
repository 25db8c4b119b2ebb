import { scaled } from '@coin/test-kit/scaled';

/**
 * Parameters of a property whose cases take seconds. It ends before the timeout of its test, which would report neither
 * the seed nor the smallest failing case so far.
 */
export const withinTime = { interruptAfterTimeLimit: scaled(270_000), markInterruptAsFailure: true } as const;
