import { reasonOf } from '@coin/errors';
import { PaymentsError } from '../../errors.ts';
import { type OnChange, type OutboxEntry } from '../entry/outbox-entry.ts';

/** Calls `onChange` after a change was stored. */
export async function notifyChange(
  onChange: OnChange | undefined,
  next: OutboxEntry,
  previous: OutboxEntry,
): Promise<void> {
  try {
    await onChange?.(next, previous);
  } catch (cause) {
    throw new PaymentsError('CALLBACK_FAILED', { callback: 'onChange', reason: reasonOf(cause) }, { cause });
  }
}
