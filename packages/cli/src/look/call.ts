import { isRpcError, type ReadStateOptions } from '@coin/rpc';
import { readContract } from '@coin/rpc/abi';
import { type Data } from '../output/data.ts';
import { openClient, type Session } from '../session.ts';
import { UsageError } from '../usage-error.ts';
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
  const abi = await findEntry(client, { contract, text: name, type: 'function' }, options);
  const [entry] = abi;
  const call = readContract(
    client,
    {
      abi,
      address: contract,
      functionName: entry.name,
      args: readArguments(entry.inputs ?? [], texts),
      ...(owner !== undefined && { owner }),
      ...(value !== undefined && { callValue: value }),
    },
    options,
  );
  const result: unknown = await call.catch((error: unknown) => {
    if (!isRpcError(error, 'RESPONSE_INVALID') || entry.outputs?.length !== 0) throw error;
    throw new UsageError(`${entry.name} returns a value: add its type, such as '${name} view returns (uint256)'`);
  });
  return { contract, function: entry.name, result: result as Data };
}
