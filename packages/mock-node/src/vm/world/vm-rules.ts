import { argumentInvalid } from '../../errors.ts';
import { type DynamicEnergyRules } from './dynamic-energy.ts';

/**
 * The effect of chain parameters on the virtual machine: which instructions and precompiles exist, and the cost of
 * some.
 *
 * Each rule is named after its proposal. {@link vmRules} reads them from a chain's parameters.
 *
 * Source: docs/protocol/chain-parameters.md.
 */
export interface VmRules {
  readonly multiSign: boolean;
  readonly transferTrc10: boolean;
  readonly constantinople: boolean;
  readonly solidity059: boolean;
  readonly shieldedTrc20: boolean;
  readonly istanbul: boolean;
  readonly freeze: boolean;
  readonly vote: boolean;
  readonly london: boolean;
  readonly compatibleEvm: boolean;
  /** MLOAD, MSTORE and MSTORE8 cost 1 more. */
  readonly higherLimitForMaxCpuTime: boolean;
  /** Staking version 2: the unfreeze delay is more than 0 days. */
  readonly freezeV2: boolean;
  readonly optimizedReturnValueOfChainId: boolean;
  readonly shanghai: boolean;
  readonly energyAdjustment: boolean;
  readonly cancun: boolean;
  readonly blob: boolean;
  /** SELFDESTRUCT deletes only contracts of the same transaction, and precompiles check and write less. */
  readonly selfdestructRestriction: boolean;
  readonly osaka: boolean;
  /** Block version 35 (4.8.1.1) has passed: CREATE2 at the depth limit and a pointless MODEXP run out of time. */
  readonly version4811: boolean;
  /** Price of one unit of energy in small units, which BASEFEE returns. */
  readonly energyFee: bigint;
  /** The dynamic energy model; absent if it is disabled. */
  readonly dynamicEnergy?: DynamicEnergyRules;
}

/**
 * Reads the rules of the virtual machine from chain parameters.
 *
 * Source: docs/protocol/chain-parameters.md.
 *
 * @param parameters - values by the names that `getchainparameters` prints; a missing one counts as 0
 * @param options - `passedVersion`, the latest block version that has passed: 36 for 4.8.2; 0 by default
 * @returns the rules; read them once per set of parameters.
 * @throws MockNodeError `ARGUMENT_INVALID` for a value that is not an integer.
 * @example
 * ```ts
 * import { vmRules } from '@coin/mock-node/vm';
 *
 * vmRules({ getAllowTvmCancun: 1n }).cancun; // => true
 * ```
 */
export function vmRules(
  parameters: Readonly<Record<string, bigint | number | undefined>>,
  options: { readonly passedVersion?: number } = {},
): VmRules {
  const value = (name: string): bigint => {
    const given = parameters[name] ?? 0;
    if (typeof given !== 'bigint' && !Number.isSafeInteger(given)) throw argumentInvalid(name, given, 'an integer');
    return BigInt(given);
  };
  const on = (name: string): boolean => value(name) === 1n;
  return {
    multiSign: on('getAllowMultiSign'),
    transferTrc10: on('getAllowTvmTransferTrc10'),
    constantinople: on('getAllowTvmConstantinople'),
    solidity059: on('getAllowTvmSolidity059'),
    shieldedTrc20: on('getAllowShieldedTRC20Transaction'),
    istanbul: on('getAllowTvmIstanbul'),
    freeze: on('getAllowTvmFreeze'),
    vote: on('getAllowTvmVote'),
    london: on('getAllowTvmLondon'),
    compatibleEvm: on('getAllowTvmCompatibleEvm'),
    higherLimitForMaxCpuTime: on('getAllowHigherLimitForMaxCpuTimeOfOneTx'),
    freezeV2: value('getUnfreezeDelayDays') > 0n,
    optimizedReturnValueOfChainId: on('getAllowOptimizedReturnValueOfChainId'),
    shanghai: on('getAllowTvmShangHai'),
    energyAdjustment: on('getAllowEnergyAdjustment'),
    cancun: on('getAllowTvmCancun'),
    blob: on('getAllowTvmBlob'),
    selfdestructRestriction: on('getAllowTvmSelfdestructRestriction'),
    osaka: on('getAllowTvmOsaka'),
    version4811: (options.passedVersion ?? 0) >= 35,
    energyFee: value('getEnergyFee'),
    ...(on('getAllowDynamicEnergy') && {
      dynamicEnergy: {
        threshold: value('getDynamicEnergyThreshold'),
        increaseFactor: value('getDynamicEnergyIncreaseFactor'),
        maxFactor: value('getDynamicEnergyMaxFactor'),
      },
    }),
  };
}
