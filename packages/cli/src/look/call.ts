import { type ReadStateOptions } from '@coin/rpc';
import { readContract } from '@coin/rpc/abi';
import { type Data } from '../output/data.ts';
import { openClient, type Session } from '../session.ts';
import { readAddress } from '../values/address.ts';
import { type CallArguments, type CallerOptions, readArguments } from '../values/call-arguments.ts';
import { findEntry } from '../values/contract-function.ts';

/** `coin call`: the result of a read-only call. */
export async function callContract(
  session: Session,
  { contract: text, function: name, arguments: texts }: CallArguments,
  { from, value, blockState }: CallerOptions & { readonly blockState?: 'head' | 'solid' },
) {
  const contract = readAddress(text);
  const owner = from === undefined ? undefined : readAddress(from);
  const client = await openClient(session);
  const options: ReadStateOptions = { signal: session.signal, ...(blockState && { state: blockState }) };
  const entry = await findEntry(client, { contract, text: name, type: 'function' }, options);
  const result: unknown = await readContract(
    client,
    {
      abi: [entry],
      address: contract,
      functionName: entry.name,
      args: readArguments(entry.inputs ?? [], texts),
      ...(owner !== undefined && { owner }),
      ...(value !== undefined && { callValue: value }),
    },
    options,
  );
  return { contract, function: entry.name, result: result as Data };
}
