import { argumentInvalid, type FeeError, isFeeError } from './errors.ts';

/** The error for an argument that is not an object, or that throws when it is read, with the thrown value as cause. */
export const unreadable = (argument: string, value: unknown, cause?: unknown): FeeError =>
  argumentInvalid(argument, value, 'a readable object', { cause });

/** Runs a pure function of an object. What it throws is due to the object: a getter, a missing list, a proxy. */
export function computeFrom<T, R>(argument: string, value: T, compute: (value: T) => R): R {
  if (typeof value !== 'object' || value === null) throw unreadable(argument, value);
  try {
    return compute(value);
  } catch (error) {
    throw isFeeError(error) ? error : unreadable(argument, value, error);
  }
}
