/**
 * Wraps a function of an object, and caches its latest result for requests that need it several times. The object must
 * never change, as is true of messages and ledger records.
 */
export function rememberLatest<Argument extends object, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  let latest: { readonly argument: Argument; readonly result: Result } | undefined;
  return (argument) => {
    if (latest?.argument !== argument) latest = { argument, result: compute(argument) };
    return latest.result;
  };
}
