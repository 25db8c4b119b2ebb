import { toAddress } from '../encoding/address.ts';
import { clientArgument, integerArgument, objectArgument, optionalTextArgument } from '../encoding/arguments.ts';
import { type JsonObject } from '../encoding/json.ts';
import { type AnswerSource } from '../transport/answer/check-answer.ts';
import { maxLifeOption } from '../transport/call-options.ts';
import { type BuildOptions, type NodeClient } from '../transport/node-client.ts';
import { sendRequest } from '../transport/send-request.ts';
import { type ContractType } from './contract-type.ts';
import { type Transaction, type TransactionIntent } from './transaction.ts';
import { verifyTransaction } from './verify-transaction.ts';
import { messageJson, type WireMessage } from './wire-message.ts';

/** Ten times what a node chooses by default. */
const DEFAULT_MAX_LIFE_MS = 600_000;

/** What every transaction may have. */
export interface TransactionFields {
  /** Which permission of the owner signs: 0 owner (the default), 2 to 9 active. */
  readonly permissionId?: number;
}

/** What transactions of one owner have. */
export interface OwnerFields extends TransactionFields {
  /** base58check or 41-hex */
  readonly owner: string;
}

/** Has the node build a transaction whose message is an owner and further fields. */
export async function buildOwnerTransaction(
  client: NodeClient,
  path: string,
  type: ContractType,
  args: OwnerFields & { memo?: string },
  fields: WireMessage,
  options?: BuildOptions,
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
  options?: BuildOptions,
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
  // With visible true: what the answer shows is the caller's own, and only its bytes are trusted.
  const request = { ...body, extra_data: memo, Permission_id: permissionId || undefined, visible: true };
  const { maxLifeMs = clientArgument(client).maxLifeMs ?? DEFAULT_MAX_LIFE_MS } =
    options === undefined ? {} : objectArgument('options', options);
  maxLifeOption(maxLifeMs);
  return sendRequest(client, path, request, options, (json, source) => {
    const now = client.clock.now();
    return verifyTransaction(extract(json, source), intent, source, { after: now, latest: now + maxLifeMs });
  });
}
