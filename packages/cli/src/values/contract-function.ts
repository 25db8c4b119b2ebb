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

type Entry = AbiEntry & { readonly name: string };

const typesOf = ({ inputs = [] }: AbiEntry): string => inputs.map(({ type }) => type).join();

/**
 * Finds a function or event: by its signature, or by its name in the ABI that the network has of the contract. The
 * errors of this ABI follow. A signature of an event that marks no parameter as indexed is completed by the ABI.
 */
export async function findEntry(
  client: NodeClient,
  { contract, text, type }: { readonly contract: string; readonly text: string; readonly type: 'function' | 'event' },
  options: CallOptions,
): Promise<readonly [Entry, ...AbiEntry[]]> {
  const isSignature = text.includes('(');
  const abi = isSignature
    ? readAbi(text.startsWith(type) ? text : `${type} ${text}`)
    : await readContractAbi(client, contract, options);
  const named = abi.filter((each): each is Entry => each.name !== undefined);
  const found = named.filter((each) => each.type === type && (isSignature || each.name === text));
  const [entry] = found;
  if (entry !== undefined && found.length === 1) {
    if (!isSignature) return [entry, ...abi.filter((each) => each.type === 'error')];
    if (type === 'function' || /\bindexed\b/.test(text)) return [entry];
    const published = (await readContractAbi(client, contract, options)).find(
      (each) => each.type === type && each.name === entry.name && typesOf(each) === typesOf(entry),
    );
    return [{ ...entry, ...published }];
  }
  if (found.length > 1) throw new UsageError(`The contract has ${found.length} ${type}s ${text}: pass a signature`);
  const closest = closestName(
    text,
    named.filter((each) => each.type === type).map(({ name }) => name),
  );
  const advice = closest === undefined ? 'Pass a signature' : `Did you mean ${closest}?`;
  throw new UsageError(`The ABI of the contract has no ${type} ${text}. ${advice}`);
}
