// JSON numbers lose digits above 2^53, so amounts are written as texts such as "12n".

export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

/** The value that {@link toJson} wrote; undefined for anything but a JSON text. */
export function fromJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string, (_, item: unknown) =>
      typeof item === 'string' && /^-?\d+n$/.test(item) ? BigInt(item.slice(0, -1)) : item,
    );
  } catch {
    return undefined;
  }
}
