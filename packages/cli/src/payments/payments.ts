import { type OutboxEntry, type OutboxIntent } from '@coin/payments';
import { toAmount } from '../output/amount.ts';
import { type DataObject } from '../output/data.ts';
import { type Session } from '../session.ts';
import { NotFoundError, UsageError } from '../usage-error.ts';
import { withStore } from './open-store.ts';

interface StoreOptions {
  readonly table?: string;
}

/** What an entry pays, in a few words. */
function describeIntent(intent: OutboxIntent): string {
  const to = 'to' in intent ? intent.to : 'contract' in intent ? intent.contract : undefined;
  const amount = 'amount' in intent ? ` ${intent.amount}` : '';
  return `${intent.kind}${amount}${to === undefined ? '' : ` to ${to}`}`;
}

function showEntry(entry: OutboxEntry): DataObject {
  const { id, status, intent, txID, blockNumber, fee, problem, waitsFor, failures } = entry;
  return {
    id,
    status,
    owner: intent.owner,
    pays: describeIntent(intent),
    waitsFor: waitsFor?.kind,
    until: waitsFor?.until === undefined ? undefined : new Date(waitsFor.until),
    txID,
    blockNumber,
    fee: fee === undefined ? undefined : toAmount(fee),
    failures: failures === 0 ? undefined : failures,
    problem: problem === undefined ? undefined : `${problem.code}: ${problem.message}`,
  };
}

/** `coin payments list`: a line for each payment. */
export async function listPayments(
  { signal }: Session,
  { store }: { readonly store: string },
  { all, table }: StoreOptions & { readonly all?: true },
): Promise<DataObject> {
  return withStore({ store, table }, async (queue) => {
    const payments: DataObject[] = [];
    for await (const entry of queue.entries(all ? 'all' : 'open')) {
      signal.throwIfAborted();
      payments.push(showEntry(entry));
    }
    return { count: payments.length, payments };
  });
}

/** `coin payments show`: one payment and its changes. */
export async function showPayment(
  _: Session,
  { store, id }: { readonly store: string; readonly id: string },
  { table }: StoreOptions,
): Promise<DataObject> {
  return withStore({ store, table }, async (queue) => {
    const entry = await queue.get(id);
    if (entry === undefined) throw new NotFoundError(`The store has no payment ${id}`);
    const history = await queue.history(id);
    return {
      ...showEntry(entry),
      history: history.map(({ at, status, txID, problem }) => ({
        at: new Date(at),
        status,
        txID,
        problem: problem?.code,
      })),
    };
  });
}

/** `coin payments retry`: enqueues rejected payments again. */
export async function retryPayments(
  _: Session,
  { store, id }: { readonly store: string; readonly id?: string },
  { code, table }: StoreOptions & { readonly code?: string },
): Promise<DataObject> {
  if ((id === undefined) === (code === undefined))
    throw new UsageError('Pass the id of a payment, or --code for all that were rejected with a code');
  return withStore({ store, table }, async (queue) => {
    const entries = id === undefined ? await queue.retry({ code: code ?? '' }) : [await queue.retry(id)];
    return { count: entries.length, payments: entries.map(showEntry) };
  });
}
