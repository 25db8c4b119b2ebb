/** The parameters of the panel, by the names that proposals have for them; amounts in small units. */
export const SUPPLY_PARAMETERS = {
  blockReward: { title: 'Block reward', isCoin: true, unit: 'coin', spec: 50_000, mainnet: 8_000_000 },
  votingReward: { title: 'Voting reward', isCoin: true, unit: 'coin', spec: 150_000, mainnet: 128_000_000 },
  energyFee: { title: 'Price of energy', isCoin: false, unit: 'small units', spec: 100, mainnet: 100 },
  transactionFee: { title: 'Price of bandwidth', isCoin: false, unit: 'small units', spec: 1_000, mainnet: 1_000 },
} as const;

export type SupplyParameter = keyof typeof SUPPLY_PARAMETERS;
export type SupplyParameters = Readonly<Record<SupplyParameter, number>>;

/** A change that the committee votes on. */
export interface ParameterVote {
  readonly parameter: SupplyParameter;
  readonly value: number;
  /** How many of the witnesses approve. */
  readonly approvals: number;
}

/** The votes of those who produce blocks and decide on proposals in the page; the first is the preset's witness. */
export const VOTES: readonly bigint[] = [100_000_026n, 100_000n, 100_000n, 100_000n, 100_000n];
export const WITNESSES = VOTES.length;
/** Cycles from a proposal to the maintenance that enacts it: the rest of the current cycle, and three days. */
export const CYCLES_TO_EFFECT = 13;

/** Whether a proposal passes: with 70 % of the witnesses, in integers. Source: docs/protocol/governance.md. */
export const passes = ({ approvals }: ParameterVote): boolean => approvals >= Math.trunc((WITNESSES * 7) / 10);
