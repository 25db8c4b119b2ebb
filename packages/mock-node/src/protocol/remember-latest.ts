/**
 * A function of an object that remembers its latest result: what one request needs several times is computed once, and
 * at most one result is kept. The object must never change, as messages and records of the ledger do not.
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
