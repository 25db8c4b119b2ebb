import { getAccountResources, type CallOptions, type NodeClient } from '@coin/rpc';
import { type DataObject } from '../output/data.ts';
import { openClient, type Session } from '../session.ts';
import { NotFoundError } from '../usage-error.ts';
import { readAddress } from '../values/address.ts';

const rowOf = (resource: string, { used, limit }: { readonly used: bigint; readonly limit: bigint }) => ({
  resource,
  used,
  limit,
  left: limit > used ? limit - used : 0n,
});

/** Reads what an account has used of each resource. */
export async function readResources(
  client: NodeClient,
  address: string,
  options: CallOptions,
): Promise<readonly DataObject[] | undefined> {
  const resources = await getAccountResources(client, { address }, options);
  if (resources === undefined) return undefined;
  const { freeBandwidth, stakedBandwidth, energy, votes } = resources;
  return [
    rowOf('free bandwidth', freeBandwidth),
    rowOf('bandwidth from stake', stakedBandwidth),
    rowOf('energy', energy),
    rowOf('votes', votes),
  ];
}

/** `coin resources`: what an account can use without burning coin. */
export async function showResources(session: Session, { address: text }: { readonly address: string }) {
  const address = readAddress(text);
  const resources = await readResources(await openClient(session), address, { signal: session.signal });
  if (resources === undefined) throw new NotFoundError(`No account exists at ${address} on this network`);
  return { address, resources };
}
