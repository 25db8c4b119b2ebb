import { type SmallUnits } from '@coin/units';
import { createTransaction } from '../endpoints/create-transaction.ts';
import { triggerSmartContract } from '../endpoints/trigger-smart-contract.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type NodeClient } from '../transport/node-client.ts';
import { type OutboxIntent, type PlanFeeLimit } from './intent.ts';

/** Has the node build an intent's unsigned transaction. */
export async function buildIntent(
  client: NodeClient,
  intent: OutboxIntent,
  planFeeLimit: PlanFeeLimit | undefined,
  options: { signal: AbortSignal },
): Promise<Transaction> {
  if (intent.kind === 'transfer') return createTransaction(client, intent, options);
  const { kind: _, feeLimit, permissionId: __, ...call } = intent;
  const limit = feeLimit ?? (await planFeeLimit?.(call, { signal: options.signal }));
  // Absent where the outbox that enqueued it had a planner and this one has none, which is refused as an argument.
  return triggerSmartContract(client, { ...intent, feeLimit: limit as SmallUnits }, options);
}
