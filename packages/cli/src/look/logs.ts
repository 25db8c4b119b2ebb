import { getContractEvents } from '@coin/rpc/abi';
import { type DataObject } from '../output/data.ts';
import { openClient, type Session } from '../session.ts';
import { readAddress } from '../values/address.ts';
import { findLastBlock, type BlockRange } from '../values/block-range.ts';
import { findEntry, readContractAbi } from '../values/contract-function.ts';

/** Blocks that are read at a time, so that lines appear while a long range is read. */
const BLOCKS = 100;

/** `coin logs`: a contract's events in order. */
export async function listLogs(
  session: Session,
  { contract: text, event }: { readonly contract: string; readonly event?: string },
  range: BlockRange,
): Promise<AsyncIterable<DataObject>> {
  const contract = readAddress(text);
  const client = await openClient(session);
  const options = { signal: session.signal };
  const abi =
    event === undefined
      ? await readContractAbi(client, contract, options)
      : await findEntry(client, { contract, text: event, type: 'event' }, options);
  const last = await findLastBlock(client, range, options);
  async function* read(): AsyncGenerator<DataObject> {
    for (let first = range.from ?? last; first <= last; first += BLOCKS) {
      const part = { fromBlock: first, toBlock: Math.min(last, first + BLOCKS - 1) };
      for (const { blockNumber, txID, eventName, args } of await getContractEvents(
        client,
        { abi, address: contract, ...part },
        options,
      ))
        yield { blockNumber, txID, event: eventName, args: args as unknown as DataObject };
    }
  }
  return read();
}
