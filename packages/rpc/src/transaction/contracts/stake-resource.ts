/** In the order of the wire's numbers. Source: docs/protocol/staking.md. */
export const STAKE_RESOURCES = ['BANDWIDTH', 'ENERGY'] as const satisfies readonly StakeResource[];

/** The resource that a stake yields: bandwidth or energy. */
export type StakeResource = 'BANDWIDTH' | 'ENERGY';
