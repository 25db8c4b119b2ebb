import { decodeValues, type AbiParameter } from '@coin/mock-node/abi';

/** Longer bytes and texts are cut. */
const MAX_CHARACTERS = 200;

/** Formats decoded values with their names, such as `to: TXYZ…, value: 5`; undefined for data of other types. */
export function formatParameters(parameters: readonly AbiParameter[], data: string): string | undefined {
  try {
    const values = decodeValues(parameters, data);
    return formatNamed(parameters, values);
  } catch {
    return undefined;
  }
}

/** Formats values with the names of their parameters, if they have any. */
export function formatNamed(parameters: readonly AbiParameter[], values: readonly unknown[]): string {
  return parameters
    .map((parameter, index) => {
      const text = formatValue(parameter, values[index]);
      return parameter.name === undefined || parameter.name === '' ? text : `${parameter.name}: ${text}`;
    })
    .join(', ');
}

function formatValue({ type, components = [] }: AbiParameter, value: unknown): string {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (element !== undefined)
    return `[${(value as readonly unknown[]).map((item) => formatValue({ type: element, components }, item)).join(', ')}]`;
  if (type === 'tuple') return `(${formatNamed(components, value as readonly unknown[])})`;
  return type === 'string' ? JSON.stringify(cut(String(value))) : cut(String(value));
}

/** Formats bytes or a text. If cut, its length is added. */
export function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}… (${text.length} characters)`;
}
