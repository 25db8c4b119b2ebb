import { MAX_INT64, MIN_INT64 } from './java/long.ts';
import { mainnetParameters } from './mainnet-parameters.ts';

/** A chain parameter of java-tron 4.8.2, by its name in getchainparameters. Other software may list others. */
export type ChainParameterName = keyof typeof mainnetParameters;

/**
 * Names of the chain parameters in the order in which the node lists them.
 *
 * Source: docs/protocol/chain-parameters.md.
 */
export const chainParameterNames: readonly ChainParameterName[] = /* @__PURE__ */ Object.keys(
  mainnetParameters,
) as ChainParameterName[];

interface ParameterRange {
  readonly min: bigint;
  readonly max: bigint;
}

const int64Range: ParameterRange = { min: MIN_INT64, max: MAX_INT64 };

/** Parameters that the ledger divides by, or computes times from. */
const ranges: ReadonlyMap<string, ParameterRange> = /* @__PURE__ */ new Map([
  ['getMaintenanceTimeInterval', { min: 1n, max: 31_536_000_000n }],
  ['getUnfreezeDelayDays', { min: 0n, max: 36_500n }],
  ['getAdaptiveResourceLimitTargetRatio', { min: 1n, max: MAX_INT64 }],
  ['getProposalExpireTime', { min: 0n, max: 31_536_002_999n }],
]);

/**
 * The values that a ledger supports for a parameter set from outside. Proposals have their own ranges.
 *
 * An interval is limited to a year and a delay to a hundred days, so times stay exact.
 */
export function parameterRange(name: string): ParameterRange {
  return ranges.get(name) ?? int64Range;
}

/** The only value of a parameter that this node models, and the feature that another value would require. */
interface ModelledValue {
  readonly value: bigint;
  readonly notModelled: string;
}

/**
 * Parameters of which this node models only one value, and whose other values change more than a transaction that could
 * be refused. It rejects networks with another value unless `acceptUnknown` names the parameter.
 */
export const modelledValues: ReadonlyMap<string, ModelledValue> = /* @__PURE__ */ new Map([
  ['getAllowAccountStateRoot', { value: 0n, notModelled: 'account state roots' }],
  ['getAllowProtoFilterNum', { value: 0n, notModelled: 'filters of unknown fields' }],
]);

const switches = /^get(?:Allow|Forbid|ChangeDelegation$|ConsensusLogicOptimization$)/;

/** The values of a known switch that have rules; undefined for amounts, times and other numbers. */
function switchRange(name: string): ParameterRange | undefined {
  // Maintenance turns the 1 of this one into -1.
  if (name === 'getRemoveThePowerOfTheGr') return { min: -1n, max: 1n };
  return switches.test(name) ? { min: 0n, max: 1n } : undefined;
}

/** Whether other values of a known parameter would require other rules. */
export const hasFixedValues = (name: string): boolean => switchRange(name) !== undefined;

/** The values of a known parameter for which this node has rules, and how an error states them. */
export function ruledValues(name: string): ParameterRange & { readonly expected: string } {
  const modelled = modelledValues.get(name);
  if (modelled !== undefined) {
    const { value, notModelled } = modelled;
    return { min: value, max: value, expected: `${value}, because @coin/mock-node does not model ${notModelled}` };
  }
  const { min, max } = switchRange(name) ?? parameterRange(name);
  return { min, max, expected: `an integer from ${min} to ${max}` };
}

/** The requirement on a caller's value of a parameter; undefined for an allowed value. */
export function parameterRequirement(name: string, value: bigint): string | undefined {
  const { min, max, expected } = ruledValues(name);
  return value < min || value > max ? expected : undefined;
}
