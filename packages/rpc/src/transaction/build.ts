import type { CallOptions, NodeClient } from '../client.ts';
import type { JsonValue } from '../json.ts';
import type { Transaction, TransactionIntent } from './transaction.ts';
import { verifyBuilt } from './verify.ts';

/** What every transaction may carry. */
export interface TransactionFields {
  /** UTF-8 text kept in the transaction; it costs a fee of its own. */
  memo?: string;
  /** Which permission of the owner signs: 0 owner (the default), 2 and up active. */
  permissionId?: number;
}

/** Has the node build a transaction, and compares it with the intent. The node's answer is the transaction itself. */
export async function buildTransaction(
  client: NodeClient,
  path: string,
  body: { readonly [key: string]: JsonValue | undefined },
  intent: TransactionIntent,
  options?: CallOptions,
): Promise<Transaction> {
  const { memo, permissionId } = intent;
  const asked = { ...body, extra_data: memo, Permission_id: permissionId, visible: true };
  const { json, endpoint } = await client.request(path, asked, options);
  return verifyBuilt(json, intent, { path, endpoint, now: client.clock() });
}
