import { invalidArgument } from '../encoding/arguments.ts';

/** What stake gives: bandwidth or energy. */
export type StakeResource = 'BANDWIDTH' | 'ENERGY';

/** The wire's enum; bandwidth is its zero. Source: docs/protocol/staking.md. */
export function resourceEnum(resource: StakeResource): { number: number; name: string } {
  const number = ['BANDWIDTH', 'ENERGY'].indexOf(resource);
  if (number < 0) throw invalidArgument('resource', resource, 'BANDWIDTH or ENERGY');
  return { number, name: resource };
}
