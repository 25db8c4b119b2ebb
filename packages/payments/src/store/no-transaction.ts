import { argumentInvalid } from '../arguments.ts';

/** Rejects a transaction that a store cannot take part in: ignored, it could be rolled back after the payment. */
export function rejectTransaction(options: { readonly transaction?: unknown } = {}): void {
  if (options.transaction !== undefined)
    throw argumentInvalid('transaction', options.transaction, 'absent: only some stores, such as PostgreSQL, take one');
}
