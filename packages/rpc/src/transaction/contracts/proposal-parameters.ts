import { argumentInvalid, int64Argument, integerArgument, unknownName } from '../../encoding/arguments.ts';

/**
 * The number of each parameter that a proposal may change, by the name that a node prints. Source:
 * docs/protocol/chain-parameters.md.
 */
const PARAMETER_IDS = {
  getMaintenanceTimeInterval: 0,
  getAccountUpgradeCost: 1,
  getCreateAccountFee: 2,
  getTransactionFee: 3,
  getAssetIssueFee: 4,
  getWitnessPayPerBlock: 5,
  getWitnessStandbyAllowance: 6,
  getCreateNewAccountFeeInSystemContract: 7,
  getCreateNewAccountBandwidthRate: 8,
  getAllowCreationOfContracts: 9,
  getRemoveThePowerOfTheGr: 10,
  getEnergyFee: 11,
  getExchangeCreateFee: 12,
  getMaxCpuTimeOfOneTx: 13,
  getAllowUpdateAccountName: 14,
  getAllowSameTokenName: 15,
  getAllowDelegateResource: 16,
  getTotalEnergyLimit: 17,
  getAllowTvmTransferTrc10: 18,
  getTotalEnergyCurrentLimit: 19,
  getAllowMultiSign: 20,
  getAllowAdaptiveEnergy: 21,
  getUpdateAccountPermissionFee: 22,
  getMultiSignFee: 23,
  getAllowProtoFilterNum: 24,
  getAllowAccountStateRoot: 25,
  getAllowTvmConstantinople: 26,
  getAdaptiveResourceLimitMultiplier: 29,
  getChangeDelegation: 30,
  getWitness127PayPerBlock: 31,
  getAllowTvmSolidity059: 32,
  getAdaptiveResourceLimitTargetRatio: 33,
  getForbidTransferToContract: 35,
  getAllowShieldedTRC20Transaction: 39,
  getAllowPBFT: 40,
  getAllowTvmIstanbul: 41,
  getAllowMarketTransaction: 44,
  getMarketSellFee: 45,
  getMarketCancelFee: 46,
  getMaxFeeLimit: 47,
  getAllowTransactionFeePool: 48,
  getAllowOptimizeBlackHole: 49,
  getAllowNewResourceModel: 51,
  getAllowTvmFreeze: 52,
  getAllowAccountAssetOptimization: 53,
  getAllowTvmVote: 59,
  getAllowTvmCompatibleEvm: 60,
  getFreeNetLimit: 61,
  getTotalNetLimit: 62,
  getAllowTvmLondon: 63,
  getAllowHigherLimitForMaxCpuTimeOfOneTx: 65,
  getAllowAssetOptimization: 66,
  getAllowNewReward: 67,
  getMemoFee: 68,
  getAllowDelegateOptimization: 69,
  getUnfreezeDelayDays: 70,
  getAllowOptimizedReturnValueOfChainId: 71,
  getAllowDynamicEnergy: 72,
  getDynamicEnergyThreshold: 73,
  getDynamicEnergyIncreaseFactor: 74,
  getDynamicEnergyMaxFactor: 75,
  getAllowTvmShangHai: 76,
  getAllowCancelAllUnfreezeV2: 77,
  getMaxDelegateLockPeriod: 78,
  getAllowOldRewardOpt: 79,
  getAllowEnergyAdjustment: 81,
  getMaxCreateAccountTxSize: 82,
  getAllowTvmCancun: 83,
  getAllowStrictMath: 87,
  getConsensusLogicOptimization: 88,
  getAllowTvmBlob: 89,
  getProposalExpireTime: 92,
  getAllowTvmSelfdestructRestriction: 94,
  getAllowTvmPrague: 95,
  getAllowTvmOsaka: 96,
  getAllowHardenResourceCalculation: 97,
  getAllowHardenExchangeCalculation: 98,
} as const;

/** The name of a parameter as a node prints it. */
export type PrintedParameterName = keyof typeof PARAMETER_IDS;

/** What a node prints among the parameters although no proposal sets it. */
const COMPUTED: readonly string[] = ['getTotalEnergyTargetLimit', 'getTotalEnergyAverageUsage'];
const IDS: readonly number[] = /* @__PURE__ */ Object.values(PARAMETER_IDS);

/** Whether this version knows a parameter, by the name that a node prints or by its number. @internal */
export const isKnownParameter = (parameter: string | number): boolean =>
  typeof parameter === 'number'
    ? IDS.includes(parameter)
    : Object.hasOwn(PARAMETER_IDS, parameter) || COMPUTED.includes(parameter);

/**
 * A parameter that a proposal may change: the node's name, with or without `get`, or `blockReward` and `votingReward`
 * for `getWitnessPayPerBlock` and `getWitness127PayPerBlock`, as in {@link ChainParameters}.
 */
export type ProposalParameterName =
  | PrintedParameterName
  | (PrintedParameterName extends `get${infer Rest}` ? Uncapitalize<Rest> : never)
  | 'blockReward'
  | 'votingReward';

/** `energyFee` for `getEnergyFee`. */
const withoutGet = (name: string): string => name.replace(/^get[A-Z]/, (start) => start.slice(3).toLowerCase());

/** The parameters' numbers by their short names, or by their names in {@link ChainParameters} if those differ. */
function idsByName(): Map<string, number> {
  const own = new Map([
    ['getWitnessPayPerBlock', 'blockReward'],
    ['getWitness127PayPerBlock', 'votingReward'],
  ]);
  return new Map(Object.entries(PARAMETER_IDS).map(([printed, id]) => [own.get(printed) ?? withoutGet(printed), id]));
}

/** New values of parameters by name, or by number if this version does not know the name. */
export type ProposalParameters = { readonly [Name in ProposalParameterName]?: bigint } & {
  readonly [id: number]: bigint;
};

/** A parameter's number, by any of its names. */
function parameterId(name: string): number {
  if (/^\d+$/.test(name)) return Number(name);
  const ids = idsByName();
  const id =
    ids.get(name) ?? Object.entries(PARAMETER_IDS).find(([printed]) => withoutGet(printed) === withoutGet(name))?.[1];
  if (id === undefined) {
    const known = [...ids.keys(), ...Object.keys(PARAMETER_IDS).map(withoutGet)];
    throw unknownName('parameters', name, { expected: 'a parameter that proposals change', known });
  }
  return id;
}

/**
 * Number and new value of each parameter.
 *
 * @throws `ARGUMENT_INVALID`, for an unknown name with the closest known one, and for a parameter that comes twice
 */
export function proposalParameters(parameters: ProposalParameters): [id: bigint, value: bigint][] {
  const values = new Map<number, bigint>();
  for (const [name, value] of Object.entries<unknown>(parameters)) {
    const id = integerArgument('parameters', parameterId(name));
    if (values.has(id)) throw argumentInvalid('parameters', id, 'one value for each parameter');
    values.set(id, int64Argument('value', value));
  }
  return [...values].map(([id, value]) => [BigInt(id), value]);
}

/** The values of a proposal's parameters as {@link proposalParameters} takes them. */
export function namedParameters(list: readonly { readonly id: number; readonly value: bigint }[]): ProposalParameters {
  const names = new Map([...idsByName()].map(([name, id]) => [id, name]));
  return Object.fromEntries(list.map(({ id, value }) => [names.get(id) ?? id, value])) as ProposalParameters;
}
