import { createTransaction, triggerSmartContract, type NodeClient, type Transaction } from '@coin/rpc';
import { type SmallUnits } from '@coin/units';
import { chargedBytes, type Spending } from '../../funds/payment-cost.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { type CallIntent, type OutboxIntent, type PlanFeeLimit, type PlannedCall } from './outbox-intent.ts';

/** The part of a call that a planner needs. */
function callOf({ owner, contract, callValue, data, functionSelector, parameter = '' }: CallIntent): PlannedCall {
  const callee = omitUndefined({ owner, contract, callValue });
  return data === undefined ? { ...callee, functionSelector, parameter } : { ...callee, data };
}

/**
 * The bytes of a transfer or a call without its amounts, texts and data: fewer than those of any that a node builds.
 */
const SMALLEST_RAW_BYTES = 125;

/** A close lower estimate of the bytes of an intent's transaction, before it is built. */
function estimatedBytes(intent: OutboxIntent): number {
  const text = intent.kind === 'transfer' ? new TextEncoder().encode(intent.memo).length : 0;
  const data = intent.kind === 'call' ? (intent.data ?? intent.parameter ?? '').length / 2 : 0;
  return chargedBytes('00'.repeat(SMALLEST_RAW_BYTES + text + data), 1);
}

/** The coin and fees that an intent takes from its owner's account. Before the transaction is built, a lower bound. */
export function spendingOf(intent: OutboxIntent, built?: Transaction): Spending {
  const { owner } = intent;
  const bytes = built === undefined ? estimatedBytes(intent) : chargedBytes(built.rawDataHex, 1);
  if (intent.kind === 'transfer') {
    const { to: recipient, amount: coin, memo = '' } = intent;
    return { owner, coin, recipient, hasMemo: memo !== '', feeLimit: 0n, bytes, signatures: 1 };
  }
  const { callValue: coin = 0n } = intent;
  return { owner, coin, hasMemo: false, feeLimit: built?.feeLimit ?? intent.feeLimit ?? 0n, bytes, signatures: 1 };
}

/** Requests an intent's unsigned transaction from the node. */
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
