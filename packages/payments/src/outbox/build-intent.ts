import { createTransaction, triggerSmartContract, type NodeClient, type Transaction } from '@coin/rpc';
import { type SmallUnits } from '@coin/units';
import { omitUndefined } from '../omit-undefined.ts';
import { type CallIntent, type OutboxIntent, type PlanFeeLimit, type PlannedCall } from './intent.ts';

/** The part of a call that a planner needs. */
function callOf({ owner, contract, callValue, data, functionSelector, parameter = '' }: CallIntent): PlannedCall {
  const callee = omitUndefined({ owner, contract, callValue });
  return data === undefined ? { ...callee, functionSelector, parameter } : { ...callee, data };
}

/** Has the node build an intent's unsigned transaction. */
export async function buildIntent(
  client: NodeClient,
  intent: OutboxIntent,
  planFeeLimit: PlanFeeLimit | undefined,
  options: { signal: AbortSignal },
): Promise<Transaction> {
  if (intent.kind === 'transfer') {
    const { kind: _, ...transfer } = intent;
    return createTransaction(client, transfer, options);
  }
  const limit = intent.feeLimit ?? (await planFeeLimit?.(callOf(intent), { signal: options.signal }));
  // Absent if the outbox that enqueued the call had a planner and this one has none, which is rejected as an argument.
  const { kind: _, ...call } = intent;
  return triggerSmartContract(client, { ...call, feeLimit: limit as SmallUnits }, options);
}
