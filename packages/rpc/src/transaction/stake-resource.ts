import { invalidArgument } from '../encoding/arguments.ts';
import { type WireEnum } from './wire-message.ts';

/** In the order of the wire's numbers. Source: docs/protocol/staking.md. */
export const STAKE_RESOURCES = ['BANDWIDTH', 'ENERGY'] as const;

/** What a stake yields: bandwidth or energy. */
export type StakeResource = (typeof STAKE_RESOURCES)[number];

export function resourceEnum(resource: StakeResource): WireEnum {
  const number = STAKE_RESOURCES.indexOf(resource);
  if (number < 0) throw invalidArgument('resource', resource, 'BANDWIDTH or ENERGY');
  return { number, name: resource };
}
