import {
  int64Argument,
  integerArgument,
  argumentInvalid,
  isArray,
  listArgument,
  objectArgument,
} from '../../encoding/arguments.ts';
import { closestName } from '../../encoding/closest-name.ts';

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
} as const;

type PrintedName = keyof typeof PARAMETER_IDS;
type ShortName<T> = T extends `get${infer Rest}` ? Uncapitalize<Rest> : never;

/**
 * A parameter that a proposal may change: the node's name, with or without `get`, or `blockReward` and `votingReward`
 * for `getWitnessPayPerBlock` and `getWitness127PayPerBlock`, as in {@link ChainParameters}.
 */
export type ProposalParameterName = PrintedName | ShortName<PrintedName> | 'blockReward' | 'votingReward';

/** `energyFee` for `getEnergyFee`. */
const withoutGet = (name: string): string => name.replace(/^get[A-Z]/, (start) => start.slice(3).toLowerCase());

/** A parameter's number, by any of its names. */
function parameterId(name: string): number {
  const ids = new Map(Object.entries(PARAMETER_IDS).map(([printed, id]) => [withoutGet(printed), id]));
  ids.set('blockReward', PARAMETER_IDS.getWitnessPayPerBlock);
  ids.set('votingReward', PARAMETER_IDS.getWitness127PayPerBlock);
  const short = withoutGet(name);
  const id = ids.get(short);
  if (id === undefined) {
    const closest = closestName(short, [...ids.keys()]);
    throw argumentInvalid('parameters', name, `a parameter that proposals change; the closest one is ${closest}`);
  }
  return id;
}

/** A new value of a parameter. */
interface NumberedParameter {
  readonly id: number;
  readonly value: bigint;
}

/** New values of parameters: by number in a list, or by name in an object. */
export type ProposalParameters = readonly NumberedParameter[] | { readonly [Name in ProposalParameterName]?: bigint };

/**
 * Number and new value of each parameter, in the order given.
 *
 * @throws `ARGUMENT_INVALID`, for an unknown name with the closest known one, and for a parameter that comes twice
 */
export function proposalParameters(parameters: ProposalParameters): [id: bigint, value: bigint][] {
  const list = isArray(parameters)
    ? listArgument<NumberedParameter>('parameters', parameters as readonly NumberedParameter[])
    : Object.entries(objectArgument('parameters', parameters)).map(([name, value]) => ({
        id: parameterId(name),
        value,
      }));
  const values = new Map<number, bigint>();
  for (const { id, value } of list) {
    if (values.has(integerArgument('id', id))) throw argumentInvalid('parameters', id, 'one value for each parameter');
    values.set(id, int64Argument('value', value));
  }
  return [...values].map(([id, value]) => [BigInt(id), value]);
}
