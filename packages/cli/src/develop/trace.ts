import { type CallFrame } from '@coin/mock-node';
import { forkMockNode } from '@coin/mock-node/fork';
import { revertReason } from '@coin/rpc/abi';
import { type Abi } from '@coin/units';
import { toAmount } from '../output/amount.ts';
import { type DataObject } from '../output/data.ts';
import { openClient, requireNode, type Session } from '../session.ts';
import { readAddress } from '../values/address.ts';
import { type CallArguments, type CallerOptions, encodeData, readArguments } from '../values/call-arguments.ts';
import { findEntry } from '../values/contract-function.ts';

/** Without `--from`, the call is made by this account, as nodes make constant calls without an owner. */
const NOBODY = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

const errorOf = ({ status, error, output }: CallFrame, errors: Abi): string | undefined =>
  error ?? (status === 'revert' ? `REVERT ${revertReason(output, errors)}` : undefined);

/** A frame and the frames in it, one row each. */
function* rowsOf(frame: CallFrame, errors: Abi, depth = 0): Generator<DataObject> {
  yield {
    call: `${'  '.repeat(depth)}${frame.instruction} ${frame.address}`,
    input: frame.input.length > 40 ? `${frame.input.slice(0, 40)}…` : frame.input,
    value: frame.callValue === 0n ? undefined : toAmount(frame.callValue),
    energy: frame.energy,
    error: errorOf(frame, errors),
  };
  for (const each of frame.calls) yield* rowsOf(each, errors, depth + 1);
}

/** `coin trace`: the calls that a call makes, as a fork of the network executes them. */
export async function traceContractCall(
  session: Session,
  { contract: text, function: name, arguments: texts }: CallArguments,
  { from = NOBODY, value, jsonRpc }: CallerOptions & { readonly jsonRpc?: string },
): Promise<DataObject> {
  const contract = readAddress(text);
  const owner = readAddress(from);
  const url = requireNode(session);
  const client = await openClient(session);
  const [entry, ...errors] = await findEntry(
    client,
    { contract, text: name, type: 'function' },
    { signal: session.signal },
  );
  const { functionSelector, data } = encodeData(entry, readArguments(entry.inputs ?? [], texts));
  const { fetch } = session;
  const { COIN_API_KEY: key } = session.env;
  await using node = await forkMockNode({
    url,
    ...(fetch && { fetch }),
    jsonRpcUrl: jsonRpc ?? `${url.replace(/\/$/, '')}/jsonrpc`,
    ...(key && { headers: { 'TRON-PRO-API-KEY': key } }),
  });
  const trace = await node.traceCall({
    owner,
    contract,
    data,
    ...(value !== undefined && { callValue: value }),
  });
  return {
    contract,
    function: functionSelector,
    error: trace.error ?? (trace.call && errorOf(trace.call, errors)),
    energy: trace.call?.energy,
    calls: trace.call === undefined ? [] : [...rowsOf(trace.call, errors)],
  };
}
