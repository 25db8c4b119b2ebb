import { RpcError } from '../errors.ts';

/** What stake gives: bandwidth or energy. */
export type StakeResource = 'BANDWIDTH' | 'ENERGY';

/** The wire's enum; bandwidth is its zero. Source: docs/protocol/staking.md. */
export function resourceEnum(resource: StakeResource): { number: number; name: string } {
  const number = ['BANDWIDTH', 'ENERGY'].indexOf(resource);
  if (number < 0)
    throw new RpcError('ARGUMENT_INVALID', { argument: 'resource', value: resource, expected: 'BANDWIDTH or ENERGY' });
  return { number, name: resource };
}
