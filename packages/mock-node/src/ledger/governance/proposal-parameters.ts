import { getParameter } from '../../state/dynamic-properties.ts';
import type { State } from '../../state/root.ts';

/** What a check knows: the value that is proposed, the parameter's name in proposals, and the ledger. */
interface CheckContext {
  readonly value: bigint;
  readonly name: string;
  readonly state: State;
}

/** One rule for a proposed value: the node's refusal, or undefined. */
type Check = (context: CheckContext) => string | undefined;

/** The block version that has to pass before a parameter may be proposed, and how its refusal names the parameter. */
interface Gate {
  readonly version: number;
  readonly form: 'plain' | 'colon' | 'brackets';
}

/** A parameter that the committee can change. */
export interface ProposalParameter {
  readonly id: number;
  /** Name in refusals of proposals. */
  readonly name: string;
  /** Name in getchainparameters. */
  readonly parameter: string;
  readonly gate?: Gate;
  readonly checks: readonly Check[];
}

const mostLong = 10n ** 17n;

const within =
  (least: bigint, most: bigint, refusal: (name: string) => string): Check =>
  ({ value, name }) =>
    value < least || value > most ? refusal(name) : undefined;

const inRange = (least: bigint, most: bigint, text: string): Check =>
  within(least, most, () => `Bad chain parameter value, valid range is ${text}`);

const inNamedRange = (least: bigint, most: bigint, text: string): Check =>
  within(least, most, (name) => `This value[${name}] is only allowed to be in the range ${text}`);

const notNegative: Check = inRange(0n, mostLong, '[0,100000000000000000]');
const fee: Check = inRange(0n, 10n ** 11n, '[0, 100_000_000_000L]');
const marketFee: Check = within(
  0n,
  10n ** 10n,
  (name) => `Bad ${name} parameter value, valid range is [0,10_000_000_000L]`,
);

const one: Check = ({ value, name }) => (value === 1n ? undefined : `This value[${name}] is only allowed to be 1`);
const oneOrZero: Check = ({ value, name }) =>
  value === 1n || value === 0n ? undefined : `This value[${name}] is only allowed to be 1 or 0`;

const isSet = (state: State, key: string): boolean => getParameter(state, key) !== 0n;

/** Another parameter has to be on first. */
const after =
  (required: string, key: string): Check =>
  ({ name, state }) =>
    isSet(state, key) ? undefined : `[${required}] proposal must be approved before [${name}] can be proposed`;

const notAgain =
  (key: string): Check =>
  ({ name, state }) =>
    getParameter(state, key) === 1n ? `[${name}] has been valid, no need to propose again` : undefined;

const afterContracts: Check = after('ALLOW_CREATION_OF_CONTRACTS', 'getAllowCreationOfContracts');
const afterStakingV2: Check = after('UNFREEZE_DELAY_DAYS', 'getUnfreezeDelayDays');

const marketOpen =
  (what: string): Check =>
  ({ state }) =>
    getParameter(state, 'getAllowMarketTransaction') === 1n
      ? undefined
      : `Market Transaction is not activated, can not set Market ${what} Fee`;

const notRemovedBefore: Check = ({ state }) =>
  getParameter(state, 'getRemoveThePowerOfTheGr') === -1n
    ? 'This proposal has been executed before and is only allowed to be executed once'
    : undefined;

const cpuTime: Check = ({ value, state }) => {
  const most = getParameter(state, 'getAllowHigherLimitForMaxCpuTimeOfOneTx') === 1n ? 400n : 100n;
  return value < 10n || value > most ? `Bad chain parameter value, valid range is [10,${most}]` : undefined;
};

const maxFeeLimit: Check = ({ value, state }) => {
  if (value < 0n) return 'Bad MAX_FEE_LIMIT parameter value, value must not be negative';
  if (value <= 10n ** 10n) return undefined;
  if (!isSet(state, 'getAllowTvmLondon')) {
    return 'Bad MAX_FEE_LIMIT parameter value, valid range is [0,10_000_000_000L]';
  }
  return value > mostLong ? 'Bad chain parameter value, valid range is [0,100000000000000000]' : undefined;
};

const newRewardOff: Check = ({ state }) =>
  getParameter(state, 'getAllowNewReward') === 1n ? 'New reward has been valid.' : undefined;

const delegationForDynamicEnergy: Check = ({ value, state }) =>
  value === 1n && !isSet(state, 'getChangeDelegation')
    ? '[ALLOW_CHANGE_DELEGATION] proposal must be approved before [ALLOW_DYNAMIC_ENERGY] can be opened'
    : undefined;

const longerLock: Check = ({ value, name, state }) => {
  const current = getParameter(state, 'getMaxDelegateLockPeriod');
  const most = 10_512_000n;
  return value <= current || value > most
    ? `This value[${name}] is only allowed to be greater than ${current} and less than or equal to ${most} !`
    : undefined;
};

const newRewardFormula: Check = ({ state }) =>
  state.root.properties.newRewardAlgorithmFromCycle === undefined
    ? '[ALLOW_NEW_REWARD] or [ALLOW_TVM_VOTE] proposal must be approved before [ALLOW_OLD_REWARD_OPT] can be proposed'
    : undefined;

const creationSize: Check = within(
  500n,
  10_000n,
  (name) => `This value[${name}] is only allowed to be greater than or equal to 500 and less than or equal to 10000!`,
);

/** Was replaced by TOTAL_CURRENT_ENERGY_LIMIT, and is refused as if it did not exist. */
const replaced: Check = ({ state }) => (state.root.properties.versionPassed ? 'Bad chain parameter id' : undefined);

const plain = (version: number): Gate => ({ version, form: 'plain' });
const colon = (version: number): Gate => ({ version, form: 'colon' });
const brackets = (version: number): Gate => ({ version, form: 'brackets' });

type Row = readonly [id: number, name: string, parameter: string, checks: readonly Check[], gate?: Gate];

/** Every parameter that can be proposed, with the rules for its value in the node's order. docs/protocol/governance.md, Parameter checks. */
const rows: readonly Row[] = /* @__PURE__ */ [
  [
    0,
    'MAINTENANCE_TIME_INTERVAL',
    'getMaintenanceTimeInterval',
    [inRange(81_000n, 86_400_000n, '[3 * 27 * 1000,24 * 3600 * 1000]')],
  ],
  [1, 'ACCOUNT_UPGRADE_COST', 'getAccountUpgradeCost', [notNegative]],
  [2, 'CREATE_ACCOUNT_FEE', 'getCreateAccountFee', [notNegative]],
  [3, 'TRANSACTION_FEE', 'getTransactionFee', [notNegative]],
  [4, 'ASSET_ISSUE_FEE', 'getAssetIssueFee', [notNegative]],
  [5, 'WITNESS_PAY_PER_BLOCK', 'getWitnessPayPerBlock', [notNegative]],
  [6, 'WITNESS_STANDBY_ALLOWANCE', 'getWitnessStandbyAllowance', [notNegative]],
  [7, 'CREATE_NEW_ACCOUNT_FEE_IN_SYSTEM_CONTRACT', 'getCreateNewAccountFeeInSystemContract', [notNegative]],
  [8, 'CREATE_NEW_ACCOUNT_BANDWIDTH_RATE', 'getCreateNewAccountBandwidthRate', [notNegative]],
  [9, 'ALLOW_CREATION_OF_CONTRACTS', 'getAllowCreationOfContracts', [one]],
  [10, 'REMOVE_THE_POWER_OF_THE_GR', 'getRemoveThePowerOfTheGr', [notRemovedBefore, one]],
  [11, 'ENERGY_FEE', 'getEnergyFee', []],
  [12, 'EXCHANGE_CREATE_FEE', 'getExchangeCreateFee', []],
  [13, 'MAX_CPU_TIME_OF_ONE_TX', 'getMaxCpuTimeOfOneTx', [cpuTime]],
  [14, 'ALLOW_UPDATE_ACCOUNT_NAME', 'getAllowUpdateAccountName', [one]],
  [15, 'ALLOW_SAME_TOKEN_NAME', 'getAllowSameTokenName', [one]],
  [16, 'ALLOW_DELEGATE_RESOURCE', 'getAllowDelegateResource', [one]],
  [17, 'TOTAL_ENERGY_LIMIT', 'getTotalEnergyLimit', [replaced, notNegative]],
  [
    18,
    'ALLOW_TVM_TRANSFER_TRC10',
    'getAllowTvmTransferTrc10',
    [one, after('ALLOW_SAME_TOKEN_NAME', 'getAllowSameTokenName')],
  ],
  [19, 'TOTAL_CURRENT_ENERGY_LIMIT', 'getTotalEnergyCurrentLimit', [notNegative], plain(6)],
  [20, 'ALLOW_MULTI_SIGN', 'getAllowMultiSign', [one], colon(7)],
  [21, 'ALLOW_ADAPTIVE_ENERGY', 'getAllowAdaptiveEnergy', [one], colon(7)],
  [22, 'UPDATE_ACCOUNT_PERMISSION_FEE', 'getUpdateAccountPermissionFee', [fee], colon(7)],
  [23, 'MULTI_SIGN_FEE', 'getMultiSignFee', [fee], colon(7)],
  [24, 'ALLOW_PROTO_FILTER_NUM', 'getAllowProtoFilterNum', [oneOrZero], plain(8)],
  [25, 'ALLOW_ACCOUNT_STATE_ROOT', 'getAllowAccountStateRoot', [oneOrZero], plain(8)],
  [
    26,
    'ALLOW_TVM_CONSTANTINOPLE',
    'getAllowTvmConstantinople',
    [one, after('ALLOW_TVM_TRANSFER_TRC10', 'getAllowTvmTransferTrc10')],
    plain(8),
  ],
  [
    29,
    'ADAPTIVE_RESOURCE_LIMIT_MULTIPLIER',
    'getAdaptiveResourceLimitMultiplier',
    [inRange(1n, 10_000n, '[1,10_000]')],
    plain(9),
  ],
  [30, 'ALLOW_CHANGE_DELEGATION', 'getChangeDelegation', [oneOrZero], plain(9)],
  [31, 'WITNESS_127_PAY_PER_BLOCK', 'getWitness127PayPerBlock', [notNegative], plain(9)],
  [32, 'ALLOW_TVM_SOLIDITY_059', 'getAllowTvmSolidity059', [one, afterContracts], plain(9)],
  [
    33,
    'ADAPTIVE_RESOURCE_LIMIT_TARGET_RATIO',
    'getAdaptiveResourceLimitTargetRatio',
    [inRange(1n, 1000n, '[1,1_000]')],
    plain(9),
  ],
  [35, 'FORBID_TRANSFER_TO_CONTRACT', 'getForbidTransferToContract', [one, afterContracts], plain(10)],
  [39, 'ALLOW_SHIELDED_TRC20_TRANSACTION', 'getAllowShieldedTRC20Transaction', [oneOrZero], brackets(17)],
  [40, 'ALLOW_PBFT', 'getAllowPBFT', [one], brackets(19)],
  [41, 'ALLOW_TVM_ISTANBUL', 'getAllowTvmIstanbul', [one], brackets(19)],
  [44, 'ALLOW_MARKET_TRANSACTION', 'getAllowMarketTransaction', [one], brackets(19)],
  [45, 'MARKET_SELL_FEE', 'getMarketSellFee', [marketOpen('Sell'), marketFee], brackets(19)],
  [46, 'MARKET_CANCEL_FEE', 'getMarketCancelFee', [marketOpen('Cancel'), marketFee], brackets(19)],
  [47, 'MAX_FEE_LIMIT', 'getMaxFeeLimit', [maxFeeLimit], brackets(20)],
  [48, 'ALLOW_TRANSACTION_FEE_POOL', 'getAllowTransactionFeePool', [oneOrZero], brackets(20)],
  [49, 'ALLOW_REMOVE_BLACKHOLE', 'getAllowOptimizeBlackHole', [oneOrZero], brackets(20)],
  [51, 'ALLOW_NEW_RESOURCE_MODEL', 'getAllowNewResourceModel', [one], brackets(21)],
  [
    52,
    'ALLOW_TVM_FREEZE',
    'getAllowTvmFreeze',
    [
      one,
      after('ALLOW_DELEGATE_RESOURCE', 'getAllowDelegateResource'),
      after('ALLOW_MULTI_SIGN', 'getAllowMultiSign'),
      after('ALLOW_TVM_CONSTANTINOPLE', 'getAllowTvmConstantinople'),
      after('ALLOW_TVM_SOLIDITY_059', 'getAllowTvmSolidity059'),
    ],
    brackets(21),
  ],
  [53, 'ALLOW_ACCOUNT_ASSET_OPTIMIZATION', 'getAllowAccountAssetOptimization', [one], brackets(22)],
  [
    59,
    'ALLOW_TVM_VOTE',
    'getAllowTvmVote',
    [one, after('ALLOW_CHANGE_DELEGATION', 'getChangeDelegation')],
    brackets(22),
  ],
  [60, 'ALLOW_TVM_COMPATIBLE_EVM', 'getAllowTvmCompatibleEvm', [one], brackets(23)],
  [61, 'FREE_NET_LIMIT', 'getFreeNetLimit', [inRange(0n, 100_000n, '[0,100_000]')], brackets(22)],
  [62, 'TOTAL_NET_LIMIT', 'getTotalNetLimit', [inRange(0n, 10n ** 12n, '[0, 1_000_000_000_000L]')], brackets(22)],
  [63, 'ALLOW_TVM_LONDON', 'getAllowTvmLondon', [one], brackets(23)],
  [65, 'ALLOW_HIGHER_LIMIT_FOR_MAX_CPU_TIME_OF_ONE_TX', 'getAllowHigherLimitForMaxCpuTimeOfOneTx', [one], brackets(24)],
  [66, 'ALLOW_ASSET_OPTIMIZATION', 'getAllowAssetOptimization', [one], brackets(24)],
  [67, 'ALLOW_NEW_REWARD', 'getAllowNewReward', [newRewardOff, one], brackets(25)],
  [68, 'MEMO_FEE', 'getMemoFee', [inNamedRange(0n, 10n ** 9n, '0-1000_000_000')], brackets(25)],
  [69, 'ALLOW_DELEGATE_OPTIMIZATION', 'getAllowDelegateOptimization', [one], brackets(25)],
  [70, 'UNFREEZE_DELAY_DAYS', 'getUnfreezeDelayDays', [inNamedRange(1n, 365n, '1-365')], brackets(26)],
  [71, 'ALLOW_OPTIMIZED_RETURN_VALUE_OF_CHAIN_ID', 'getAllowOptimizedReturnValueOfChainId', [one], brackets(26)],
  [
    72,
    'ALLOW_DYNAMIC_ENERGY',
    'getAllowDynamicEnergy',
    [inNamedRange(0n, 1n, '0-1'), delegationForDynamicEnergy],
    brackets(26),
  ],
  [73, 'DYNAMIC_ENERGY_THRESHOLD', 'getDynamicEnergyThreshold', [notNegative], brackets(26)],
  [
    74,
    'DYNAMIC_ENERGY_INCREASE_FACTOR',
    'getDynamicEnergyIncreaseFactor',
    [inNamedRange(0n, 10_000n, '0-10000')],
    brackets(26),
  ],
  [
    75,
    'DYNAMIC_ENERGY_MAX_FACTOR',
    'getDynamicEnergyMaxFactor',
    [inNamedRange(0n, 100_000n, '0-100000')],
    brackets(26),
  ],
  [76, 'ALLOW_TVM_SHANGHAI', 'getAllowTvmShangHai', [one], brackets(28)],
  [77, 'ALLOW_CANCEL_ALL_UNFREEZE_V2', 'getAllowCancelAllUnfreezeV2', [one, afterStakingV2], brackets(28)],
  [78, 'MAX_DELEGATE_LOCK_PERIOD', 'getMaxDelegateLockPeriod', [longerLock, afterStakingV2], brackets(28)],
  [
    79,
    'ALLOW_OLD_REWARD_OPT',
    'getAllowOldRewardOpt',
    [notAgain('getAllowOldRewardOpt'), one, newRewardFormula],
    brackets(29),
  ],
  [
    81,
    'ALLOW_ENERGY_ADJUSTMENT',
    'getAllowEnergyAdjustment',
    [notAgain('getAllowEnergyAdjustment'), one],
    brackets(30),
  ],
  [82, 'MAX_CREATE_ACCOUNT_TX_SIZE', 'getMaxCreateAccountTxSize', [creationSize], brackets(30)],
  [83, 'ALLOW_TVM_CANCUN', 'getAllowTvmCancun', [notAgain('getAllowTvmCancun'), one], brackets(32)],
  [87, 'ALLOW_STRICT_MATH', 'getAllowStrictMath', [notAgain('getAllowStrictMath'), one], brackets(31)],
  [
    88,
    'CONSENSUS_LOGIC_OPTIMIZATION',
    'getConsensusLogicOptimization',
    [notAgain('getConsensusLogicOptimization'), one],
    brackets(32),
  ],
  [89, 'ALLOW_TVM_BLOB', 'getAllowTvmBlob', [notAgain('getAllowTvmBlob'), one], brackets(32)],
];

/** The parameters that can be proposed, by their ids. Source: docs/protocol/governance.md, Parameter checks. */
export const proposalParameters: ReadonlyMap<number, ProposalParameter> = /* @__PURE__ */ new Map(
  rows.map(([id, name, key, checks, gate]) => [id, { id, name, parameter: key, checks, ...(gate && { gate }) }]),
);

const gateText = { plain: () => '', colon: (name: string) => `: ${name}`, brackets: (name: string) => ` [${name}]` };

/**
 * Holds a proposed value against the rules for its parameter.
 *
 * Source: docs/protocol/governance.md, Parameter checks.
 *
 * @param hasPassed whether a block version has passed on this network.
 * @returns the node's refusal, or undefined.
 */
export function refuseParameter(
  state: State,
  { key, value }: { readonly key: bigint; readonly value: bigint },
  hasPassed: (version: number) => boolean,
): string | undefined {
  const proposed = proposalParameters.get(Number(key));
  if (proposed === undefined) return `Does not support code : ${key}`;
  const { name, gate, checks } = proposed;
  if (gate !== undefined && !hasPassed(gate.version)) return `Bad chain parameter id${gateText[gate.form](name)}`;
  for (const check of checks) {
    const refusal = check({ value, name, state });
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
