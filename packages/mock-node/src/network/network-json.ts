import { type NetworkDescription } from './network-description.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Converts a network description to JSON, which `parseNetworkDescription` reads. */
export function networkJson(network: NetworkDescription<bigint>): { readonly [key: string]: Json } {
  return JSON.parse(
    JSON.stringify(network, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  );
}

/** The key in which two descriptions differ, and the JSON of each there. */
export interface NetworkDifference {
  readonly path: string;
  readonly own: string;
  readonly other: string;
}

/** The first difference between two networks; undefined if a node of one is a node of the other. */
export function networkDifference(
  own: NetworkDescription<bigint>,
  other: NetworkDescription<bigint>,
): NetworkDifference | undefined {
  return difference(ofNetwork(own), ofNetwork(other), '');
}

/** Members that control how a node answers and do not identify the network. */
const switches: readonly string[] = [
  'supportConstant',
  'estimateEnergy',
  'estimateEnergyMaxRetry',
  'maxEnergyLimitForConstant',
  'saveInternalTransactions',
  'unlimitedCpuTime',
  'codeVersion',
] satisfies readonly (keyof NetworkDescription)[];

function ofNetwork(network: NetworkDescription<bigint>): Json {
  return Object.fromEntries(Object.entries(networkJson(network)).filter(([key]) => !switches.includes(key)));
}

function difference(own: Json | undefined, other: Json | undefined, path: string): NetworkDifference | undefined {
  if (!isObject(own) || !isObject(other)) {
    return own === other ? undefined : { path, own: textOf(own), other: textOf(other) };
  }
  for (const key of new Set([...Object.keys(own), ...Object.keys(other)])) {
    const found = difference(own[key], other[key], path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(json: Json | undefined): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null;
}

function textOf(json: Json | undefined): string {
  return json === undefined ? 'absent' : JSON.stringify(json);
}
