import { type Transaction } from '@coin/rpc';

/** The contract of a transaction as the node's JSON has it; an unknown type has only bytes. */
export function contractOf(rawData: Transaction['rawData']): {
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
} {
  const [contract] = rawData['contract'] as readonly [
    { type: string; parameter: { value: Readonly<Record<string, unknown>> | string } },
  ];
  const { value } = contract.parameter;
  return { type: contract.type, value: typeof value === 'string' ? { value } : value };
}
