import { type Energy, type EnergyFactor, type EnergyPrice, type SmallUnits } from '@coin/units';
import { array, object } from 'zod/mini';
import { type PrintedParameterName } from '../transaction/contracts/proposal-parameters.ts';
import { requireField, unexpectedAnswer } from '../transport/answer/check-answer.ts';
import { bigintOrZero, optionalInt64, optionalString } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

const PATH = '/wallet/getchainparameters';

const schema = /* @__PURE__ */ object({
  chainParameter: /* @__PURE__ */ array(/* @__PURE__ */ object({ key: optionalString, value: optionalInt64 })),
});

/**
 * The parameters that the committee has set, as of now. Prices and fees in small units, energy and bandwidth in units,
 * times in ms.
 */
export interface ChainParameters {
  /** Small units burned for one unit of energy. */
  readonly energyPrice: EnergyPrice;
  /** Small units burned for one byte of bandwidth. */
  readonly bandwidthPrice: SmallUnits;
  /** The largest fee limit that a transaction may have. */
  readonly maxFeeLimit: SmallUnits;
  /** Whether the dynamic energy model is active: contracts in demand cost more. */
  readonly dynamicEnergy: boolean;
  /** Energy used in a cycle above which a contract's factor rises. */
  readonly energyThreshold: Energy;
  /** In ten-thousandths. */
  readonly increaseFactor: EnergyFactor;
  /** In ten-thousandths. */
  readonly maxFactor: EnergyFactor;
  /** Milliseconds from one maintenance to the next. */
  readonly maintenanceIntervalMs: number;
  /** Bandwidth that each account may use per day free of charge. */
  readonly freeBandwidth: bigint;
  /** Burned for a new account if its creator's staked bandwidth is insufficient. */
  readonly accountCreationFee: SmallUnits;
  /** Burned for a new account, always. */
  readonly accountCreationInContractFee: SmallUnits;
  /** Bytes of staked bandwidth for each byte of a transaction that creates an account. */
  readonly accountCreationBandwidthRate: number;
  readonly memoFee: SmallUnits;
  /** Burned for a transaction with more than one signature. */
  readonly multiSignFee: SmallUnits;
  /** Minted with each block for its producer and the producer's voters. */
  readonly blockReward: SmallUnits;
  /** Minted with each block for the 127 witnesses with the most votes, and their voters. */
  readonly votingReward: SmallUnits;
  /** All parameters under the node's own names, including those that this version does not know. */
  readonly values: Readonly<Record<string, bigint>>;
}

/**
 * Reads the chain's parameters. Prices and fees in small units.
 *
 * Source: docs/protocol/chain-parameters.md.
 *
 * @throws `RESPONSE_INVALID` also when the energy price or the maximum fee limit is missing: read as 0, they would
 * lead to fee limits of 0; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getChainParameters } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const { energyPrice, maxFeeLimit, values } = await getChainParameters(client);
 * energyPrice; // => 100n
 * maxFeeLimit; // => 15_000_000_000n
 * values.getMaxCpuTimeOfOneTx; // => 80n
 * ```
 */
export async function getChainParameters(client: NodeClient, options?: CallOptions): Promise<ChainParameters> {
  const { answer, source } = await queryNode(client, { path: PATH, schema }, options);
  const values: Record<string, bigint> = {};
  for (const { key, value } of answer.chainParameter) if (key !== undefined) values[key] = bigintOrZero(value);
  const optional = (name: PrintedParameterName, absent = 0n): bigint => {
    const value = values[name] ?? absent;
    if (value < 0n) throw unexpectedAnswer(source, name, String(value));
    return value;
  };
  const required = (name: PrintedParameterName): bigint => {
    requireField(source, name, values[name]);
    return optional(name);
  };
  return {
    energyPrice: required('getEnergyFee'),
    bandwidthPrice: required('getTransactionFee'),
    maxFeeLimit: required('getMaxFeeLimit'),
    dynamicEnergy: optional('getAllowDynamicEnergy') === 1n,
    energyThreshold: optional('getDynamicEnergyThreshold'),
    increaseFactor: optional('getDynamicEnergyIncreaseFactor'),
    maxFactor: optional('getDynamicEnergyMaxFactor'),
    maintenanceIntervalMs: Number(required('getMaintenanceTimeInterval')),
    freeBandwidth: optional('getFreeNetLimit'),
    accountCreationFee: optional('getCreateAccountFee'),
    accountCreationInContractFee: optional('getCreateNewAccountFeeInSystemContract'),
    accountCreationBandwidthRate: Number(optional('getCreateNewAccountBandwidthRate', 1n)),
    memoFee: optional('getMemoFee'),
    multiSignFee: optional('getMultiSignFee'),
    blockReward: optional('getWitnessPayPerBlock'),
    votingReward: optional('getWitness127PayPerBlock'),
    values,
  };
}
