import { isPaymentsError } from '@coin/payments';

/** An operation's value, or the code of its error. */
export async function outcomeOf<T>(operation: Promise<T>): Promise<T | string> {
  try {
    return await operation;
  } catch (error) {
    if (isPaymentsError(error)) return error.code;
    throw error;
  }
}

/** The code of an operation's error; `success` when it has none. */
export const errorCodeOf = (operation: Promise<unknown>): Promise<string> => outcomeOf(operation.then(() => 'success'));
