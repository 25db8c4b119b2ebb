import { type EnergySource, type ReadOptions } from '@coin/units';
import { estimateEnergy } from '../endpoints/estimate-energy.ts';
import { findBalance } from '../endpoints/get-balance.ts';
import { getGenesisId } from '../endpoints/get-genesis-id.ts';
import { onAbort } from '../transport/on-abort.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { readContractState } from './read-contract-state.ts';
import { readEnergyRules } from './read-energy-rules.ts';
import { readFunds } from './read-funds.ts';
import { readTokenBalance } from './read-token-balance.ts';
import { simulateCall } from './simulate-call.ts';

/** Reads that are made at the same time. If one of them fails, it ends the others. */
async function readTogether<T>({ signal }: ReadOptions = {}, read: (options: CallOptions) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stopListening = onAbort(signal, (reason) => controller.abort(reason));
  try {
    return await read({ signal: controller.signal });
  } finally {
    stopListening();
    controller.abort();
  }
}

/**
 * Creates an `EnergySource` for a fee planner from a client: energy in units, prices in small units, factors in
 * ten-thousandths. A constant call shows its inner calls with the contract that they run in. It does not show calls of
 * precompiled contracts, which have no factor. Library code that runs by DELEGATECALL costs by the factor of the
 * contract that calls it.
 *
 * Source: docs/protocol/dynamic-energy.md; docs/protocol/contract-calls.md; docs/protocol/governance.md.
 *
 * @param client - as {@link createNodeClient} makes it
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { createEnergySource } from '@coin/rpc/energy-source';
 *
 * const source = createEnergySource(createNodeClient({ transport: 'http://127.0.0.1:8090' }));
 * const { energyPrice, nextMaintenance } = await source.energyRules();
 * energyPrice; // => 100n
 * nextMaintenance; // => 1_795_240_800_000
 * ```
 */
export function createEnergySource(client: NodeClient): Required<EnergySource> {
  return {
    simulate: (call, options) => simulateCall(client, call, options),
    async estimate(call, options) {
      const { energy } = await estimateEnergy(client, call, { ...options, kind: 'search' });
      return { kind: 'search', energy, touched: [] };
    },
    contractState: (address, options) => readContractState(client, address, options),
    energyRules: (options) => readTogether(options, (read) => readEnergyRules(client, read)),
    funds: (address, options) => readTogether(options, (read) => readFunds(client, address, read)),
    accountExists: async (address, options) => (await findBalance(client, { address }, options)) !== undefined,
    tokenBalance: (token, holder, options) => readTokenBalance(client, { token, holder }, options),
    genesisId: (options) => getGenesisId(client, options),
  };
}
