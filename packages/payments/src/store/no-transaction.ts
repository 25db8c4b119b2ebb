import { argumentInvalid } from '../arguments.ts';

/** Rejects a transaction that a store cannot join. If it were ignored, it could be rolled back after the payment. */
export function rejectTransaction(options: { readonly transaction?: unknown } = {}): void {
  if (options.transaction !== undefined)
    throw argumentInvalid('transaction', options.transaction, 'absent: only some stores, such as PostgreSQL, take one');
}
