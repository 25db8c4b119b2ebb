import { closestName } from '@coin/errors';
import { type CallOptions, getContract, type NodeClient } from '@coin/rpc';
import { type Abi, type AbiEntry } from '@coin/units';
import { NotFoundError, UsageError } from '../usage-error.ts';
import { readAbi } from './call-arguments.ts';

/** Reads the ABI that the network has of a contract. */
export async function readContractAbi(client: NodeClient, address: string, options: CallOptions): Promise<Abi> {
  const contract = await getContract(client, { address }, options);
  if (contract === undefined) throw new NotFoundError(`No contract exists at ${address} on this network`);
  return contract.abi;
}

/** Finds a function or event: by its signature, or by its name in the ABI that the network has of the contract. */
export async function findEntry(
  client: NodeClient,
  { contract, text, type }: { readonly contract: string; readonly text: string; readonly type: 'function' | 'event' },
  options: CallOptions,
): Promise<AbiEntry & { readonly name: string }> {
  const isSignature = text.includes('(');
  const abi = isSignature
    ? readAbi(text.startsWith(type) ? text : `${type} ${text}`)
    : await readContractAbi(client, contract, options);
  const named = abi.filter((entry): entry is AbiEntry & { readonly name: string } => entry.name !== undefined);
  const found = named.filter((entry) => entry.type === type && (isSignature || entry.name === text));
  const [entry] = found;
  if (entry !== undefined && found.length === 1) return entry;
  if (found.length > 1) throw new UsageError(`The contract has ${found.length} ${type}s ${text}: pass a signature`);
  const closest = closestName(
    text,
    named.filter((each) => each.type === type).map(({ name }) => name),
  );
  const advice = closest === undefined ? 'Pass a signature' : `Did you mean ${closest}?`;
  throw new UsageError(`The ABI of the contract has no ${type} ${text}. ${advice}`);
}
