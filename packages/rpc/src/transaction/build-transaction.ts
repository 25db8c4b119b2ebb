import { toAddress } from '../encoding/address.ts';
import { integerArgument, objectArgument, optionalTextArgument } from '../encoding/arguments.ts';
import type { JsonObject } from '../encoding/json.ts';
import type { AnswerSource } from '../transport/check-answer.ts';
import type { CallOptions, NodeClient } from '../transport/node-client.ts';
import { sendRequest } from '../transport/send-request.ts';
import type { ContractType } from './contract-type.ts';
import type { Transaction, TransactionIntent } from './transaction.ts';
import { verifyTransaction } from './verify-transaction.ts';
import { messageJson, type WireMessage } from './wire-message.ts';

/** What every transaction may have. */
export interface TransactionFields {
  /** Which permission of the owner signs: 0 owner (the default), 2 to 9 active. */
  permissionId?: number;
}

/** What transactions of one owner have. */
export interface OwnerFields extends TransactionFields {
  /** base58check or 41-hex */
  owner: string;
}

/** Has the node build a transaction whose message is an owner and further fields. */
export async function buildOwnerTransaction(
  client: NodeClient,
  path: string,
  type: ContractType,
  args: OwnerFields & { memo?: string },
  fields: WireMessage,
  options?: CallOptions,
): Promise<Transaction> {
  const { owner, permissionId, memo } = objectArgument('args', args);
  const value: WireMessage = [[1, 'owner_address', 'address', toAddress(owner)], ...fields];
  return buildTransaction(client, path, { type, value, memo, permissionId }, options);
}

/**
 * Has the node build a transaction, and compares it with the intent. The request's body is the message as the node's
 * JSON writes it, unless the path needs another `body`; the transaction is the whole answer, unless `extract` takes it
 * from a part.
 */
export async function buildTransaction(
  client: NodeClient,
  path: string,
  intent: TransactionIntent,
  options?: CallOptions,
  {
    body = messageJson(intent.value),
    extract = (answer) => answer,
  }: {
    body?: JsonObject;
    extract?: (answer: unknown, source: AnswerSource) => unknown;
  } = {},
): Promise<Transaction> {
  const { memo, permissionId = 0 } = intent;
  integerArgument('permissionId', permissionId, { max: 9 });
  optionalTextArgument('memo', memo);
  const request = { ...body, extra_data: memo, Permission_id: permissionId || undefined, visible: true };
  const { json, endpoint } = await sendRequest(client, path, request, options);
  const source = { path, endpoint };
  return verifyTransaction(extract(json, source), intent, source, client.clock());
}
