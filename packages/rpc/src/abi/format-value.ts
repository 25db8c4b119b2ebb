/** A decoded value as people read it. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatValue).join(', ')}]`;
  return value instanceof Object ? `(${Object.values(value).map(formatValue).join(', ')})` : String(value);
}
