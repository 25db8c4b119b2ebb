type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Copies an object without the keys whose value is undefined: in results of this package, optional means absent. */
export function omitUndefined<T extends object>(value: T): WithoutUndefined<T> {
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) if (item !== undefined) copy[key] = item;
  return copy as WithoutUndefined<T>;
}
