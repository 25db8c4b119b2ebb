/**
 * Returns a record that must exist because an earlier check has found it. @throws Error naming the missing record,
 * which is a bug of this package.
 */
export function existingRecord<Value>(value: Value | undefined, kind: string, key: string | number): Value {
  if (value === undefined) throw new Error(`The ledger has no ${kind} ${key}.`);
  return value;
}
