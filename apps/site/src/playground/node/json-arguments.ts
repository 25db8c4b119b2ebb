import { type Abi } from '@coin/rpc';

type Parameter = NonNullable<Abi[number]['inputs']>[number];

/** A value from JSON as the coder takes it: integers, as numbers or as texts of digits, become bigints. */
function argumentOf({ type, components = [] }: Parameter, value: unknown): unknown {
  if (Array.isArray(value)) {
    const item = type.replace(/\[\d*\]$/, '');
    if (item !== type) return value.map((entry) => argumentOf({ type: item, components }, entry));
    return value.map((entry, index) => argumentOf(components[index] ?? { type: '' }, entry));
  }
  const isInteger = Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value));
  return isInteger && /^(u?int\d*|trcToken)$/.test(type) ? BigInt(value as number | string) : value;
}

/** Arguments of a function from JSON, where its ABI says that they are integers as bigints. */
export function jsonArguments(abi: Abi, functionName: string, values: readonly unknown[]): unknown[] {
  const { inputs = [] } = abi.find(({ type, name }) => type === 'function' && name === functionName) ?? {};
  return values.map((value, index) => argumentOf(inputs[index] ?? { type: '' }, value));
}
