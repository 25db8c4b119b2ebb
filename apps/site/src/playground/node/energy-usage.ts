import { toEvmAddress } from '@coin/rpc/address';
import { type LocalNetwork } from './local-network.ts';

/** The part of a node's dump that is changed here: energy states by address in hexadecimal. */
interface DumpedState {
  readonly head: { readonly contractStates: Record<string, { energyUsage: string } | undefined> };
}

/**
 * Gives contracts the same factor, and the energy that they have used in this cycle as if others had called them:
 * billions of units, which no page could wait for.
 */
export function setEnergyState(
  { node }: LocalNetwork,
  contracts: readonly string[],
  { factor, usage }: { factor: bigint; usage: bigint },
): void {
  // Gives each contract a state of this cycle.
  for (const contract of contracts) node.setEnergyFactor(contract, factor);
  const dump = JSON.parse(node.dump()) as DumpedState;
  for (const contract of contracts) {
    const state = dump.head.contractStates[toEvmAddress(contract).replace('0x', '41')];
    if (state !== undefined) state.energyUsage = String(usage);
  }
  node.load(JSON.stringify(dump));
}
