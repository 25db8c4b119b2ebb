/** Every text that can be reached from a value: messages, stacks, causes, errors of errors, properties, keys. */
export function walkReachable(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return Reflect.ownKeys(value).flatMap((key) => [
    String(key),
    ...walkReachable(Object.getOwnPropertyDescriptor(value, key)?.value, seen),
  ]);
}
