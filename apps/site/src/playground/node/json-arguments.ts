import { type AbiParameter } from '@coin/rpc';

/** A tuple, which JSON has as an object or as a list. The coder takes an object if all components have names. */
function tupleOf(components: readonly AbiParameter[], value: readonly unknown[] | object): unknown {
  const names = components.map(({ name = '' }) => name);
  const values = Array.isArray(value)
    ? value.map((entry, index) => argumentOf(components[index] ?? { type: '' }, entry))
    : components.map((component, index) => argumentOf(component, Reflect.get(value, names[index] ?? '')));
  const isNamed = names.length === values.length && names.every((name) => name !== '');
  return isNamed ? Object.fromEntries(names.map((name, index) => [name, values[index]])) : values;
}

/** A value from JSON as the coder takes it: integers, as numbers or as texts of digits, become bigints. */
function argumentOf({ type, components = [] }: AbiParameter, value: unknown): unknown {
  const item = type.replace(/\[\d*\]$/, '');
  if (item !== type)
    return Array.isArray(value) ? value.map((entry) => argumentOf({ type: item, components }, entry)) : value;
  if (type === 'tuple' && typeof value === 'object' && value !== null) return tupleOf(components, value);
  const isInteger = Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value));
  return isInteger && /^(u?int\d*|trcToken)$/.test(type) ? BigInt(value as number | string) : value;
}

/** Arguments of a function or a constructor from JSON, with bigints for the integers among its inputs. */
export const jsonArguments = (inputs: readonly AbiParameter[] = [], values: readonly unknown[]): unknown[] =>
  values.map((value, index) => argumentOf(inputs[index] ?? { type: '' }, value));
