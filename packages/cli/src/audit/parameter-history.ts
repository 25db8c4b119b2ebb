import { type CallOptions, getChainParameters, listProposals, type NodeClient } from '@coin/rpc';
import { printedName } from '../values/parameter-name.ts';

/** The value of a chain parameter, by its name in getchainparameters, after a block of a time; 0 if it has none. */
export type ValueAt = (name: string, parentTime: number) => bigint;

/**
 * Reads how the network's parameters changed, from the proposals that were approved. A proposal changes a parameter at
 * the end of the maintenance block, which is the first block at its expiration or later. Nothing tells a value before its
 * first change: it is taken to be the main network's.
 *
 * Source: docs/protocol/governance.md.
 */
export async function readParameterHistory(client: NodeClient, options: CallOptions): Promise<ValueAt> {
  const { values } = await getChainParameters(client, options);
  const proposals = await listProposals(client, options);
  const approved = proposals
    .filter(({ status }) => status === 'APPROVED')
    .sort((a, b) => a.expirationTime - b.expirationTime);
  if (approved.length === 0) return (name) => values[name] ?? 0n;
  const { createMockNode } = await import('@coin/mock-node');
  const { parameters: first } = createMockNode({ preset: 'mainnet' }).network;
  const changes = approved.flatMap(({ expirationTime, parameters }) =>
    Object.entries(parameters).map(([name, value]) => ({ name: printedName(name), value, expirationTime })),
  );
  return (name, parentTime) => {
    const own = changes.filter((change) => change.name === name);
    if (own.length === 0) return values[name] ?? 0n;
    const inForce = own.findLast(({ expirationTime }) => expirationTime <= parentTime);
    return BigInt(inForce?.value ?? first?.[name as never] ?? 0);
  };
}
