import { type ChainParameterName } from '../protocol/chain-parameters.ts';
import { mainnetParameters } from '../protocol/mainnet-parameters.ts';

/**
 * The specification's numbers, and the main network's of today for parameters that it does not define.
 *
 * Source: docs/specification.md, section 8: block reward 0.05 coin, voting reward 0.15 coin, fee limit at most 15,000
 * coins, maintenance every 6 hours.
 */
export const specParameters: Readonly<Record<ChainParameterName, bigint>> = {
  ...mainnetParameters,
  getWitnessPayPerBlock: 50_000n,
  getWitness127PayPerBlock: 150_000n,
  getMaxFeeLimit: 15_000_000_000n,
  getMaintenanceTimeInterval: 21_600_000n,
};
