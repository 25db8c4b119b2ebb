/** In the order of the wire's numbers. Source: docs/protocol/staking.md. */
export const STAKE_RESOURCES = ['BANDWIDTH', 'ENERGY'] as const;

/** The resource that a stake yields: bandwidth or energy. */
export type StakeResource = (typeof STAKE_RESOURCES)[number];
