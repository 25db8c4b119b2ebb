import { getNowBlock, toAddress } from '@coin/rpc';
import { getContractEvents } from '@coin/rpc/abi';
import { type DataObject } from '../output/data.ts';
import { openClient, type Session } from '../session.ts';
import { findEntry, readContractAbi } from '../values/contract-function.ts';

/** Blocks that are read at a time, so that lines appear while a long range is read. */
const BLOCKS = 100;

/** `coin logs`: a contract's events in order. */
export async function listLogs(
  session: Session,
  { contract: text, event }: { readonly contract: string; readonly event?: string },
  { from, to }: { readonly from?: number; readonly to?: number },
): Promise<AsyncIterable<DataObject>> {
  const contract = toAddress(text);
  const client = await openClient(session);
  const options = { signal: session.signal };
  const abi =
    event === undefined
      ? await readContractAbi(client, contract, options)
      : [await findEntry(client, { contract, text: event, type: 'event' }, options)];
  const last = to ?? (await getNowBlock(client, options)).number;
  async function* read(): AsyncGenerator<DataObject> {
    for (let first = from ?? last; first <= last; first += BLOCKS) {
      const range = { fromBlock: first, toBlock: Math.min(last, first + BLOCKS - 1) };
      for (const { blockNumber, txID, eventName, args } of await getContractEvents(
        client,
        { abi, address: contract, ...range },
        options,
      ))
        yield { blockNumber, txID, event: eventName, args: args as unknown as DataObject };
    }
  }
  return read();
}
