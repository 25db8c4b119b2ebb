/** Computes a value when it is first read. The function and what it refers to are then released. */
export function once<Value extends object>(compute: () => Value): () => Value {
  let left: (() => Value) | undefined = compute;
  let value: Value | undefined;
  return () => {
    value ??= left?.();
    left = undefined;
    return value as Value;
  };
}
