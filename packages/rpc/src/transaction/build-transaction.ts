import { object } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import { integerArgument, optionalTextArgument } from '../encoding/arguments.ts';
import { type JsonObject } from '../encoding/json.ts';
import { RpcError } from '../errors.ts';
import { checkShape, type AnswerSource } from '../transport/answer/check-answer.ts';
import { requiredInteger } from '../transport/answer/wire-schema.ts';
import { BUILD_OPTIONS, checkCallOptions, maxLifeOption } from '../transport/call-options.ts';
import { sleepBy } from '../transport/clock.ts';
import { sendRequest } from '../transport/query-node.ts';
import { type BuildOptions, type CallOptions, type NodeClient } from '../transport/transport.ts';
import { forgetBuilds, isFirstBuild } from './built-transactions.ts';
import { type TransactionIntent } from './compose-transaction.ts';
import { CONTRACT_TYPES, type ContractType, type ContractValue } from './contracts/contract-types.ts';
import { lagOf, MAX_LAG_MS } from './head-lag.ts';
import { type Transaction } from './transaction.ts';
import { nodeLags, verifyTransaction } from './verify-transaction.ts';
import { messageJson } from './wire/encode-message.ts';

const headSchema = /* @__PURE__ */ object({
  block_header: /* @__PURE__ */ object({ raw_data: /* @__PURE__ */ object({ timestamp: requiredInteger }) }),
});

/** Ten times what a node chooses by default. */
const DEFAULT_MAX_LIFE_MS = 600_000;
/** Number of times that a transaction is built again because the client has built the same one before. */
const MAX_REBUILDS = 5;

/** The options of every transaction. */
export interface TransactionFields {
  /** The permission of the owner that signs: 0 owner (the default), 2 to 9 active. */
  readonly permissionId?: number;
}

/** The fields of every transaction with one owner. */
export interface OwnerFields extends TransactionFields {
  /** base58check or 41-hex */
  readonly owner: string;
}

/** A path of the node, and the transaction that it is to build. @internal */
interface BuildRequest<T extends ContractType> extends TransactionIntent<T> {
  readonly path: string;
  /** The body of the request; by default, the message in the form of the node's JSON. */
  readonly body?: JsonObject;
  /** A memo that the node cannot write. It is added to the bytes that the node was asked for. */
  readonly addedMemo?: string | undefined;
  /** Takes the transaction from the answer; by default it is the whole answer. */
  readonly extract?: (answer: unknown, source: AnswerSource) => unknown;
}

/** A transaction whose message is an owner and further fields. @internal */
interface OwnerRequest<T extends ContractType> {
  readonly path: string;
  readonly type: T;
  readonly args: OwnerFields & { readonly memo?: string };
  readonly fields: Omit<ContractValue<T>, 'owner_address'>;
}

/** Requests a transaction from the node whose message is an owner and further fields. @internal */
export async function buildOwnerTransaction<T extends ContractType>(
  client: NodeClient,
  { path, type, args, fields }: OwnerRequest<T>,
  options?: BuildOptions,
): Promise<Transaction> {
  const { owner, permissionId, memo } = args;
  const value = { owner_address: toAddress(owner), ...fields } as ContractValue<T>;
  return buildTransaction(client, { path, type, value, memo, permissionId }, options);
}

/**
 * Requests a transaction from the node, and compares it with the request. It is none that this client has built before.
 *
 * @internal
 */
export async function buildTransaction<T extends ContractType>(
  client: NodeClient,
  { path, body, addedMemo, extract = (answer) => answer, ...intent }: BuildRequest<T>,
  options: BuildOptions = {},
): Promise<Transaction> {
  const { memo, permissionId = 0, type, value } = intent;
  integerArgument('permissionId', permissionId, { min: 0, max: 9 });
  optionalTextArgument('memo', memo ?? addedMemo);
  const fields = body ?? messageJson(CONTRACT_TYPES[type].fields, value);
  // With visible true: the answer's texts are the caller's own, and only its bytes are trusted.
  const request = { ...fields, extra_data: memo, Permission_id: permissionId || undefined, visible: true };
  checkCallOptions(options, BUILD_OPTIONS);
  const { maxLifeMs = client.maxLifeMs ?? DEFAULT_MAX_LIFE_MS, ...call } = options;
  maxLifeOption(maxLifeMs);
  const sentAt = client.clock.now();
  let endpoint = '';
  const read = (json: unknown, source: AnswerSource) => {
    ({ endpoint } = source);
    const times = { sentAt, now: client.clock.now(), maxLifeMs };
    return verifyTransaction(source, extract(json, source), { intent, addedMemo, ...times });
  };
  forgetBuilds(client);
  for (let rebuilds = 0; ; rebuilds++) {
    const transaction = await sendRequest(client, { path, body: request, read }, call);
    if (lagOf(transaction) > MAX_LAG_MS) await requireHead(client, { transaction, endpoint }, call);
    if (isFirstBuild(client, transaction)) return transaction;
    const { txID } = transaction;
    if (rebuilds === MAX_REBUILDS) throw new RpcError('SAME_TRANSACTION', { path, txID }, { retryable: true });
    // The node's time is then another millisecond.
    await sleepBy(client.clock, { ms: 1, path, signal: call.signal });
  }
}

/**
 * Throws if the head of the node that has built a transaction is too old. A node that is configured with a shorter
 * lifetime looks like one that lags, so its head decides.
 */
async function requireHead(
  client: NodeClient,
  { transaction, endpoint }: { readonly transaction: Transaction; readonly endpoint: string },
  options: CallOptions,
): Promise<void> {
  let answered = '';
  const read = (json: unknown, source: AnswerSource): void => {
    answered = source.endpoint;
    const { block_header: header } = checkShape(source, json, headSchema);
    const lagMs = transaction.timestamp - header.raw_data.timestamp;
    if (lagMs > MAX_LAG_MS) throw nodeLags(lagMs, source);
  };
  await sendRequest(client, { path: '/wallet/getnowblock', body: { visible: false }, read }, options);
  // Another node has answered, because this one lags.
  if (answered !== endpoint) throw nodeLags(lagOf(transaction), { endpoint });
}
