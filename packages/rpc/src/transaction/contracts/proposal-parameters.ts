import { argumentInvalid, int64Argument, integerArgument, unknownName } from '../../encoding/arguments.ts';

/**
 * The number of each parameter that a proposal may change, by the name that a node prints,
 * without `get`. Source: docs/protocol/chain-parameters.md.
 */
const PARAMETER_IDS = {
  maintenanceTimeInterval: 0,
  accountUpgradeCost: 1,
  createAccountFee: 2,
  transactionFee: 3,
  assetIssueFee: 4,
  witnessPayPerBlock: 5,
  witnessStandbyAllowance: 6,
  createNewAccountFeeInSystemContract: 7,
  createNewAccountBandwidthRate: 8,
  allowCreationOfContracts: 9,
  removeThePowerOfTheGr: 10,
  energyFee: 11,
  exchangeCreateFee: 12,
  maxCpuTimeOfOneTx: 13,
  allowUpdateAccountName: 14,
  allowSameTokenName: 15,
  allowDelegateResource: 16,
  totalEnergyLimit: 17,
  allowTvmTransferTrc10: 18,
  totalEnergyCurrentLimit: 19,
  allowMultiSign: 20,
  allowAdaptiveEnergy: 21,
  updateAccountPermissionFee: 22,
  multiSignFee: 23,
  allowProtoFilterNum: 24,
  allowAccountStateRoot: 25,
  allowTvmConstantinople: 26,
  adaptiveResourceLimitMultiplier: 29,
  changeDelegation: 30,
  witness127PayPerBlock: 31,
  allowTvmSolidity059: 32,
  adaptiveResourceLimitTargetRatio: 33,
  forbidTransferToContract: 35,
  allowShieldedTRC20Transaction: 39,
  allowPBFT: 40,
  allowTvmIstanbul: 41,
  allowMarketTransaction: 44,
  marketSellFee: 45,
  marketCancelFee: 46,
  maxFeeLimit: 47,
  allowTransactionFeePool: 48,
  allowOptimizeBlackHole: 49,
  allowNewResourceModel: 51,
  allowTvmFreeze: 52,
  allowAccountAssetOptimization: 53,
  allowTvmVote: 59,
  allowTvmCompatibleEvm: 60,
  freeNetLimit: 61,
  totalNetLimit: 62,
  allowTvmLondon: 63,
  allowHigherLimitForMaxCpuTimeOfOneTx: 65,
  allowAssetOptimization: 66,
  allowNewReward: 67,
  memoFee: 68,
  allowDelegateOptimization: 69,
  unfreezeDelayDays: 70,
  allowOptimizedReturnValueOfChainId: 71,
  allowDynamicEnergy: 72,
  dynamicEnergyThreshold: 73,
  dynamicEnergyIncreaseFactor: 74,
  dynamicEnergyMaxFactor: 75,
  allowTvmShangHai: 76,
  allowCancelAllUnfreezeV2: 77,
  maxDelegateLockPeriod: 78,
  allowOldRewardOpt: 79,
  allowEnergyAdjustment: 81,
  maxCreateAccountTxSize: 82,
  allowTvmCancun: 83,
  allowStrictMath: 87,
  consensusLogicOptimization: 88,
  allowTvmBlob: 89,
  proposalExpireTime: 92,
  allowTvmSelfdestructRestriction: 94,
  allowTvmPrague: 95,
  allowTvmOsaka: 96,
  allowHardenResourceCalculation: 97,
  allowHardenExchangeCalculation: 98,
} as const;

/** The name of a parameter as a node prints it. */
export type PrintedParameterName = `get${Capitalize<keyof typeof PARAMETER_IDS>}`;

/** `energyFee` for `getEnergyFee`. */
const withoutGet = (name: string): string => name.replace(/^get[A-Z]/, (start) => start.slice(3).toLowerCase());

/** What a node prints among the parameters although no proposal sets it. */
const COMPUTED: readonly string[] = ['getTotalEnergyTargetLimit', 'getTotalEnergyAverageUsage'];
const IDS: readonly number[] = /* @__PURE__ */ Object.values(PARAMETER_IDS);

/** Whether this version knows a parameter, by the name that a node prints or by its number. @internal */
export const isKnownParameter = (parameter: string | number): boolean =>
  typeof parameter === 'number'
    ? IDS.includes(parameter)
    : COMPUTED.includes(parameter) ||
      (parameter.startsWith('get') && Object.hasOwn(PARAMETER_IDS, withoutGet(parameter)));

/**
 * A parameter that a proposal may change: the node's name, with or without `get`, or `blockReward` and `votingReward`
 * for `getWitnessPayPerBlock` and `getWitness127PayPerBlock`, as in {@link ChainParameters}.
 */
export type ProposalParameterName = PrintedParameterName | keyof typeof PARAMETER_IDS | 'blockReward' | 'votingReward';

/** The parameters' numbers by name without `get`, then by their names in {@link ChainParameters} if those differ. */
function idsByName(): Map<string, number> {
  const { witnessPayPerBlock: blockReward, witness127PayPerBlock: votingReward } = PARAMETER_IDS;
  return new Map(Object.entries({ ...PARAMETER_IDS, blockReward, votingReward }));
}

/** New values of parameters by name, or by number if this version does not know the name. */
export type ProposalParameters = { readonly [Name in ProposalParameterName]?: bigint } & {
  readonly [id: number]: bigint;
};

/** A parameter's number, by any of its names. */
function parameterId(name: string): number {
  if (/^\d+$/.test(name)) return Number(name);
  const ids = idsByName();
  const id = ids.get(withoutGet(name));
  if (id === undefined) {
    throw unknownName('parameters', name, { expected: 'a parameter that proposals change', known: [...ids.keys()] });
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
