import { type ChainParameterName } from '../../protocol/chain-parameters.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { proposalName } from './proposal-name.ts';

/** A proposed value, and the ledger at that time. */
export interface ProposedValue {
  readonly state: State;
  readonly parameter: ChainParameterName;
  /** The parameter's name in error messages. */
  readonly name: string;
  readonly value: bigint;
}

/** One rule for a proposed value. Returns the node's error message, or undefined. */
export type Check = (proposed: ProposedValue) => string | undefined;

/** The highest value of most parameters. */
const MAX_LONG = 10n ** 17n;

const within =
  (min: bigint, max: bigint, rejection: (name: string) => string): Check =>
  ({ value, name }) =>
    value < min || value > max ? rejection(name) : undefined;

export const inRange = (min: bigint, max: bigint, range: string): Check =>
  within(min, max, () => `Bad chain parameter value, valid range is ${range}`);

export const inNamedRange = (min: bigint, max: bigint, range: string): Check =>
  within(min, max, (name) => `This value[${name}] is only allowed to be in the range ${range}`);

export const longRange: Check = inRange(0n, MAX_LONG, '[0,100000000000000000]');
export const feeRange: Check = inRange(0n, 10n ** 11n, '[0, 100_000_000_000L]');
export const marketFee: Check = within(
  0n,
  10n ** 10n,
  (name) => `Bad ${name} parameter value, valid range is [0,10_000_000_000L]`,
);

export const mustBeOne: Check = ({ value, name }) =>
  value === 1n ? undefined : `This value[${name}] is only allowed to be 1`;
export const oneOrZero: Check = ({ value, name }) =>
  value === 1n || value === 0n ? undefined : `This value[${name}] is only allowed to be 1 or 0`;

const isSet = (state: State, key: ChainParameterName): boolean => getParameter(state, key) !== 0n;

/** Another parameter must be on first. */
export const requires =
  (key: ChainParameterName): Check =>
  ({ name, state }) =>
    isSet(state, key) ? undefined : `[${proposalName(key)}] proposal must be approved before [${name}] can be proposed`;

export const notRepeated: Check = ({ name, parameter, state }) =>
  getParameter(state, parameter) === 1n ? `[${name}] has been valid, no need to propose again` : undefined;

export const requiresContracts: Check = requires('getAllowCreationOfContracts');
export const requiresStakingV2: Check = requires('getUnfreezeDelayDays');

export const requiresMarket =
  (what: string): Check =>
  ({ state }) =>
    getParameter(state, 'getAllowMarketTransaction') === 1n
      ? undefined
      : `Market Transaction is not activated, can not set Market ${what} Fee`;

export const notExecutedBefore: Check = ({ state }) =>
  getParameter(state, 'getRemoveThePowerOfTheGr') === -1n
    ? 'This proposal has been executed before and is only allowed to be executed once'
    : undefined;

export const cpuTime: Check = ({ value, state }) => {
  const max = getParameter(state, 'getAllowHigherLimitForMaxCpuTimeOfOneTx') === 1n ? 400n : 100n;
  return value < 10n || value > max ? `Bad chain parameter value, valid range is [10,${max}]` : undefined;
};

export const maxFeeLimit: Check = ({ value, state }) => {
  if (value < 0n) return 'Bad MAX_FEE_LIMIT parameter value, value must not be negative';
  if (value <= 10n ** 10n) return undefined;
  if (!isSet(state, 'getAllowTvmLondon')) {
    return 'Bad MAX_FEE_LIMIT parameter value, valid range is [0,10_000_000_000L]';
  }
  return value > MAX_LONG ? 'Bad chain parameter value, valid range is [0,100000000000000000]' : undefined;
};

export const newRewardNotValid: Check = ({ state }) =>
  getParameter(state, 'getAllowNewReward') === 1n ? 'New reward has been valid.' : undefined;

export const dynamicEnergyRequiresDelegation: Check = ({ value, state }) =>
  value === 1n && !isSet(state, 'getChangeDelegation')
    ? '[ALLOW_CHANGE_DELEGATION] proposal must be approved before [ALLOW_DYNAMIC_ENERGY] can be opened'
    : undefined;

export const longerLockPeriod: Check = ({ value, name, state }) => {
  const current = getParameter(state, 'getMaxDelegateLockPeriod');
  const max = 10_512_000n;
  return value <= current || value > max
    ? `This value[${name}] is only allowed to be greater than ${current} and less than or equal to ${max} !`
    : undefined;
};

export const requiresNewRewardFormula: Check = ({ state }) =>
  state.root.properties.newRewardAlgorithmFromCycle === undefined
    ? '[ALLOW_NEW_REWARD] or [ALLOW_TVM_VOTE] proposal must be approved before [ALLOW_OLD_REWARD_OPT] can be proposed'
    : undefined;

export const accountCreationSize: Check = within(
  500n,
  10_000n,
  (name) => `This value[${name}] is only allowed to be greater than or equal to 500 and less than or equal to 10000!`,
);

export const proposalExpireTime: Check = within(
  1n,
  31_536_002_999n,
  (name) => `This value[${name}] is only allowed to be greater than 0 and less than 31536003000!`,
);

export const requiresShanghai: Check = ({ name, state }) =>
  isSet(state, 'getAllowTvmShangHai') ? undefined : `[${name}] requires [ALLOW_TVM_SHANGHAI] to be enacted first`;

export const zeroOrOne: Check = ({ value, name }) =>
  value === 1n || value === 0n ? undefined : `This value[${name}] is only allowed to be 0 or 1`;

export const notSetTo: Check = ({ value, name, parameter, state }) =>
  getParameter(state, parameter) === value ? `[${name}] has been set to ${value}, no need to propose again` : undefined;
