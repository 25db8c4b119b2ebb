import { coinTransfers, tokenTransfers, watchBlocks, type Block, type TransactionInfo } from '@coin/rpc';
import { decodeLogs } from '@coin/rpc/abi';
import { type Abi } from '@coin/units';
import { toAmount } from '../output/amount.ts';
import { type DataObject } from '../output/data.ts';
import { openClient, type Session } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { readAddress } from '../values/address.ts';
import { findEntry } from '../values/contract-function.ts';

interface WatchOptions {
  readonly from?: number;
  readonly solid?: true;
  readonly event?: string;
  readonly count?: number;
}

type ReadLines = (block: Block, infos: readonly TransactionInfo[]) => readonly DataObject[];

const blockLine = ({ number, time, blockID, transactions }: Block): DataObject => ({
  time: new Date(time),
  number,
  blockID,
  transactions: transactions.length,
});

/** An account's transfers of coin and tokens, in both directions. */
const transfersOf =
  (address: string): ReadLines =>
  (block, infos) => {
    const common = { time: new Date(block.time), block: block.number };
    const ofAccount = ({ from, to }: { readonly from: string; readonly to: string }) =>
      from === address || to === address;
    return [
      ...coinTransfers(block, infos)
        .filter(ofAccount)
        .map(({ from, to, amount, txID }) => ({ ...common, from, to, amount: toAmount(amount), asset: 'coin', txID })),
      ...tokenTransfers(infos, { block })
        .filter(ofAccount)
        .map(({ from, to, amount, token, txID }) => ({ ...common, from, to, amount, asset: token, txID })),
    ];
  };

const eventsOf =
  (address: string, abi: Abi): ReadLines =>
  (block, infos) =>
    infos.flatMap(({ txID, logs }) =>
      decodeLogs({ abi, logs: logs.filter((log) => log.address === address) }).map(({ eventName, args }) => ({
        time: new Date(block.time),
        block: block.number,
        event: eventName,
        args: args as unknown as DataObject,
        txID,
      })),
    );

/** `coin watch`: a line for each block, transfer or event, and for each block that a fork drops. */
export async function watch(
  session: Session,
  { address: text }: { readonly address?: string },
  { from, solid, event, count = Infinity }: WatchOptions,
): Promise<AsyncIterable<DataObject>> {
  if (event !== undefined && text === undefined) throw new UsageError('--event needs the address of its contract');
  const address = text === undefined ? undefined : readAddress(text);
  const client = await openClient(session);
  const { signal } = session;
  let read: ReadLines = (block) => [blockLine(block)];
  if (address !== undefined) {
    read =
      event === undefined
        ? transfersOf(address)
        : eventsOf(address, await findEntry(client, { contract: address, text: event, type: 'event' }, { signal }));
  }
  const range = {
    state: solid ? ('solid' as const) : ('head' as const),
    ...(from !== undefined && { fromBlock: from }),
  };
  async function* lines(): AsyncGenerator<DataObject> {
    let left = count;
    for await (const each of watchBlocks(client, { ...range, infos: true }, { signal })) {
      const found =
        each.kind === 'dropped' ? [{ dropped: each.number, blockID: each.blockID }] : read(each.block, each.infos);
      for (const line of found) {
        yield line;
        left--;
        if (left === 0) return;
      }
    }
  }
  return lines();
}
