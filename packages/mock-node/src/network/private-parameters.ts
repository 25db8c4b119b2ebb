import { type ChainParameterName } from '../protocol/chain-parameters.ts';
import { mainnetParameters } from '../protocol/mainnet-parameters.ts';

/**
 * Chain parameters of a new private network with java-tron 4.8.2: the software's defaults, and the
 * switches that its configuration can enable at the start. The others are the same on the main network.
 *
 * Source: docs/protocol/chain-parameters.md, docs/protocol/node-configuration.md.
 */
export const privateParameters: Readonly<Record<ChainParameterName, bigint>> = {
  ...mainnetParameters,
  getTransactionFee: 10n,
  getWitnessPayPerBlock: 32_000_000n,
  getCreateNewAccountFeeInSystemContract: 0n,
  getRemoveThePowerOfTheGr: 0n,
  getMaxCpuTimeOfOneTx: 50n,
  getTotalEnergyLimit: 50_000_000_000n,
  getTotalEnergyCurrentLimit: 50_000_000_000n,
  getTotalEnergyTargetLimit: 3_472_222n,
  getForbidTransferToContract: 1n,
  getWitness127PayPerBlock: 16_000_000n,
  getMaxFeeLimit: 1_000_000_000n,
  getAllowTvmFreeze: 1n,
  getFreeNetLimit: 5_000n,
  getAllowDynamicEnergy: 0n,
  getDynamicEnergyThreshold: 0n,
  getDynamicEnergyIncreaseFactor: 0n,
  getDynamicEnergyMaxFactor: 0n,
  getAllowCancelAllUnfreezeV2: 0n,
  getMaxDelegateLockPeriod: 86_400n,
  getAllowTvmSelfdestructRestriction: 0n,
  getAllowTvmOsaka: 0n,
  getAllowTvmPrague: 0n,
};
