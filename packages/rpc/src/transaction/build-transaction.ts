import { toAddress } from '../encoding/address.ts';
import { integerArgument } from '../encoding/arguments.ts';
import type { AnswerSource } from '../transport/check-answer.ts';
import type { CallOptions, NodeClient } from '../transport/node-client.ts';
import type { JsonObject } from '../encoding/json.ts';
import type { Transaction, TransactionIntent } from './compose-transaction.ts';
import { verifyTransaction } from './verify-transaction.ts';
import { messageJson, type WireMessage } from './wire-message.ts';

/** What every transaction may carry. */
export interface TransactionFields {
  /** Which permission of the owner signs: 0 owner (the default), 2 to 9 active. */
  permissionId?: number;
}

/** What the transactions of one owner have. */
export interface OwnedFields extends TransactionFields {
  /** base58check or 41-hex */
  owner: string;
}

/** Has the node build a transaction whose message is an owner and some further fields. */
export function buildOwned(
  client: NodeClient,
  path: string,
  type: TransactionIntent['type'],
  { owner, permissionId, memo }: OwnedFields & { memo?: string },
  fields: WireMessage,
  options?: CallOptions,
): Promise<Transaction> {
  const value: WireMessage = [[1, 'owner_address', 'address', toAddress(owner)], ...fields];
  return buildTransaction(client, path, { type, value, memo, permissionId }, options);
}

/**
 * Has the node build a transaction, and compares it with the intent. The request is the message as the node's JSON writes it, unless
 * the path wants another `body`; the transaction is the answer, unless `find` finds it inside.
 */
export async function buildTransaction(
  client: NodeClient,
  path: string,
  intent: TransactionIntent,
  options?: CallOptions,
  {
    body = messageJson(intent.value),
    find = (answer) => answer,
  }: {
    body?: JsonObject;
    find?: (answer: unknown, source: AnswerSource) => unknown;
  } = {},
): Promise<Transaction> {
  const { memo, permissionId = 0 } = intent;
  integerArgument('permissionId', permissionId, { max: 9 });
  const asked = { ...body, extra_data: memo, Permission_id: permissionId || undefined, visible: true };
  const { json, endpoint } = await client.request(path, asked, options);
  const source = { path, endpoint };
  return verifyTransaction(find(json, source), intent, source, client.clock());
}
