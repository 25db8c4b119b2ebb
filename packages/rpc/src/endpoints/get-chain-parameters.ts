import type { Energy, EnergyFactor, EnergyPrice, SmallUnits } from '@coin/units';
import { array, object } from 'zod/mini';
import { requireField } from '../transport/check-answer.ts';
import { queryNode } from '../transport/query-node.ts';
import { bigintOrZero, optionalInt64, optionalString } from '../transport/wire-schema.ts';
import type { CallOptions, NodeClient } from '../transport/node-client.ts';

const PATH = '/wallet/getchainparameters';

const schema = /* @__PURE__ */ object({
  chainParameter: /* @__PURE__ */ array(/* @__PURE__ */ object({ key: optionalString, value: optionalInt64 })),
});

/** What the committee decided, as of now. Prices, fees and rewards in small units, energy and bandwidth in units, times in ms. */
export interface ChainParameters {
  /** Small units burned for one unit of energy. */
  energyPrice: EnergyPrice;
  /** Small units burned for one byte of bandwidth. */
  bandwidthPrice: SmallUnits;
  /** Largest fee limit that a transaction may carry. */
  maxFeeLimit: SmallUnits;
  /** Whether contracts in demand cost more. */
  dynamicEnergy: boolean;
  /** Energy used in a cycle above which a contract's factor rises. */
  energyThreshold: Energy;
  /** In ten-thousandths. */
  increaseFactor: EnergyFactor;
  /** In ten-thousandths. */
  maxFactor: EnergyFactor;
  maintenanceInterval: bigint;
  /** Bandwidth that each account has for nothing a day. */
  freeBandwidth: bigint;
  /** Burned when a transfer makes an account, besides `accountCreationBandwidthFee`. */
  accountCreationFee: SmallUnits;
  /** Burned for a new account where its maker's staked bandwidth does not suffice. */
  accountCreationBandwidthFee: SmallUnits;
  memoFee: SmallUnits;
  /** Burned for a transaction with more than one signature. */
  multiSignFee: SmallUnits;
  /** All of them under the node's own names, those that this version does not know among them. */
  values: Readonly<Record<string, bigint>>;
}

/**
 * Reads the chain's parameters. Prices and fees in small units.
 *
 * @throws `RESPONSE_UNEXPECTED` also when the energy price or the largest fee limit is missing: read as 0, they would make limits of 0;
 * transport's codes
 *
 * Source: docs/protocol/chain-parameters.md.
 *
 * @example
 * ```ts
 * import { createNodeClient, getChainParameters } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * const { energyPrice, maxFeeLimit, values } = await getChainParameters(client);
 * energyPrice; // => 100n
 * maxFeeLimit; // => 15_000_000_000n
 * values.getMaxCpuTimeOfOneTx; // => 80n
 * ```
 */
export async function getChainParameters(client: NodeClient, options?: CallOptions): Promise<ChainParameters> {
  const { answer, source } = await queryNode(client, PATH, {}, schema, options);
  const values: Record<string, bigint> = {};
  for (const { key, value } of answer.chainParameter) if (key !== undefined) values[key] = bigintOrZero(value);
  const get = (key: string): bigint => values[key] ?? 0n;
  const must = (key: string): bigint => requireField(source, key, values[key]);
  return {
    energyPrice: must('getEnergyFee'),
    bandwidthPrice: must('getTransactionFee'),
    maxFeeLimit: must('getMaxFeeLimit'),
    dynamicEnergy: get('getAllowDynamicEnergy') === 1n,
    energyThreshold: get('getDynamicEnergyThreshold'),
    increaseFactor: get('getDynamicEnergyIncreaseFactor'),
    maxFactor: get('getDynamicEnergyMaxFactor'),
    maintenanceInterval: must('getMaintenanceTimeInterval'),
    freeBandwidth: get('getFreeNetLimit'),
    accountCreationFee: get('getCreateNewAccountFeeInSystemContract'),
    accountCreationBandwidthFee: get('getCreateAccountFee'),
    memoFee: get('getMemoFee'),
    multiSignFee: get('getMultiSignFee'),
    values,
  };
}
