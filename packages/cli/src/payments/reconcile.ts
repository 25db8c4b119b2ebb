import { getTransactionInfoById } from '@coin/rpc';
import { toAmount } from '../output/amount.ts';
import { type DataObject } from '../output/data.ts';
import { openClient, type Session } from '../session.ts';
import { withStore } from './open-store.ts';

/** `coin payments reconcile`: every payment that has ended on the chain, compared with the chain. */
export async function reconcilePayments(
  session: Session,
  { store }: { readonly store: string },
  { table }: { readonly table?: string },
): Promise<DataObject> {
  const client = await openClient(session);
  const { signal } = session;
  return withStore({ store, table }, async (queue) => {
    const differences: DataObject[] = [];
    let compared = 0;
    let fees = 0n;
    for await (const { id, status, txID, blockNumber, fee } of queue.entries('all')) {
      if ((status !== 'succeeded' && status !== 'failed') || txID === undefined) continue;
      compared++;
      fees += fee ?? 0n;
      const info = await getTransactionInfoById(client, { txID }, { state: 'solid', signal });
      const stored: DataObject = { status, blockNumber, fee };
      const onChain: DataObject = {
        status: info === undefined ? undefined : info.succeeded ? 'succeeded' : 'failed',
        blockNumber: info?.blockNumber,
        fee: info?.fee,
      };
      for (const [field, value] of Object.entries(stored))
        if (value !== onChain[field])
          differences.push({ id, txID, field, store: value, chain: onChain[field] ?? 'missing' });
    }
    if (differences.length > 0) session.reportDifference();
    return { compared, fees: toAmount(fees), differenceCount: differences.length, differences };
  });
}
