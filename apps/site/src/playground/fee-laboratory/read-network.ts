import { createNodeClient, http, isRpcError, type HttpOptions } from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';

export interface NetworkQuestion {
  /** The address of a full node. */
  readonly url: string;
  /** A contract's address, or an empty text. */
  readonly contract: string;
}

/** What a real network says that a fee limit depends on. */
export interface NetworkFacts {
  readonly rules: {
    readonly energyPrice: bigint;
    readonly maxFeeLimit: bigint;
    readonly threshold: bigint;
    readonly increaseFactor: bigint;
    readonly maxFactor: bigint;
    readonly nextMaintenance: number;
  };
  readonly contract?: { readonly energyFactor: bigint; readonly energyUsage: bigint };
}

/** Browsers do not say whether a node is out of reach or forbids other pages to read its answers. */
const CORS_HINT =
  'If the address is right and the node is up, it does not allow pages of other origins to read its answers (CORS): ' +
  'use a node that does, or run one of your own with --cors.';

/** Reads chain parameters and a contract's factor from any full node; sends no transaction. */
export async function readNetwork(
  { url, contract }: NetworkQuestion,
  _report: unknown,
  options: HttpOptions = {},
): Promise<NetworkFacts> {
  const source = createEnergySource(createNodeClient({ transport: http(url, options) }));
  try {
    const { energyPrice, maxFeeLimit, threshold, increaseFactor, maxFactor, nextMaintenance } =
      await source.energyRules();
    const rules = { energyPrice, maxFeeLimit, threshold, increaseFactor, maxFactor, nextMaintenance };
    if (contract === '') return { rules };
    const { energyFactor, energyUsage } = await source.contractState(contract);
    return { rules, contract: { energyFactor, energyUsage } };
  } catch (error) {
    if (isRpcError(error, 'NETWORK_FAILED')) throw new Error(`${error.shortMessage} ${CORS_HINT}`, { cause: error });
    throw error;
  }
}
