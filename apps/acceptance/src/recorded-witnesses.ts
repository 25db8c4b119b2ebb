import { createMockNode } from '@coin/mock-node';
import { createNodeClient } from '@coin/rpc';
import { getWitnessCycle, type WitnessCycle, type WitnessSchedule } from '@coin/rpc/proof';
import { type RecordedChain } from './recorded-chain.ts';

/** The witnesses of a recorded chain, as a client reads them from a node that executes it block by block. */
export async function witnessesOf({ network, blocks }: RecordedChain): Promise<WitnessSchedule> {
  const node = createMockNode({ network });
  const client = createNodeClient({ transport: node });
  const cycles: WitnessCycle[] = [];
  for (const { number, time, json } of blocks) {
    if (number === 0) continue;
    node.importBlock(json);
    const previous = cycles.at(-1);
    if (previous !== undefined && time < previous.until) continue;
    const { from, until, witnesses } = await getWitnessCycle(client);
    cycles.push({ from, until, witnesses });
  }
  return { genesisTime: network.genesis.timestamp, cycles };
}
