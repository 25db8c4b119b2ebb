import { isUnitsError, type UnitsErrorCode } from '@coin/units';

/** The error that the action throws; fails if it throws nothing. */
export function thrownError(action: () => unknown): unknown {
  let result: unknown;
  try {
    result = action();
  } catch (error) {
    return error;
  }
  throw new Error(`expected an error, but the result is ${String(result)}`);
}

/** The code of the `UnitsError` that the action throws; fails if it throws nothing, or something else. */
export function errorCodeOf(action: () => unknown): UnitsErrorCode {
  const error = thrownError(action);
  if (isUnitsError(error)) return error.code;
  throw error;
}
