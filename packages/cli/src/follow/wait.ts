import { waitForTransaction } from '@coin/rpc';
import { toAmount } from '../output/amount.ts';
import { openClient, type Session } from '../session.ts';
import { parseId } from '../values/parse.ts';

/** `coin wait`: ends when a transaction is final. */
export async function waitFor(
  session: Session,
  { txid }: { readonly txid: string },
  { until = 'solid', timeout = 300 }: { readonly until?: 'head' | 'solid'; readonly timeout?: number },
) {
  const txID = parseId(txid);
  const client = await openClient(session);
  const options = { until, timeoutMs: timeout * 1000, signal: session.signal };
  const { blockNumber, blockTime, result, fee } = await waitForTransaction(client, { txID }, options);
  return { txID, until, blockNumber, blockTime: new Date(blockTime), result, fee: toAmount(fee) };
}
