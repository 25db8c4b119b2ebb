import { composeJson } from '../../json/json-value.ts';
import { composeEntries, type PrintOptions } from '../../json/protobuf-printer.ts';
import { toJavaException } from '../../json/request-errors.ts';
import { allowsType, SignatureError, storedPermission, weighSignatures } from '../../ledger/accounts/permissions.ts';
import { prepareTransaction } from '../../ledger/execution/prepared-transaction.ts';
import { permissionMessage } from '../../ledger/queries/permission-message.ts';
import { readFormOrJsonBody, type NodeRequest } from '../../message/request.ts';
import { composeTransaction, packTransaction } from '../../message/transaction-json.ts';
import {
  ApprovedListCode,
  SignWeightCode,
  TransactionApprovedList,
  TransactionSignWeight,
} from '../../protocol/messages/api-messages.ts';
import { transactionId } from '../../protocol/messages/ids.ts';
import { type TransactionContract, type TransactionMessage } from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf, type MessageSchema } from '../../protocol/messages/schema.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { type Permission } from '../../state/records/permission.ts';
import { type State } from '../../state/root.ts';
import { emptyAnswer, type Endpoint, type RequestContext } from './endpoint.ts';

/** Source: docs/protocol/permissions.md, getsignweight and getapprovedlist. */
export const signatureEndpoints: readonly Endpoint[] = [
  { name: 'getsignweight', get: emptyAnswer, post: getSignWeight },
  { name: 'getapprovedlist', get: emptyAnswer, post: getApprovedList },
];

function getSignWeight({ state, request }: RequestContext): string {
  return answerAbout(state, request, TransactionSignWeight, signWeight);
}

function getApprovedList({ state, request }: RequestContext): string {
  return answerAbout(state, request, TransactionApprovedList, approvedList);
}

/** Answers about a transaction with no more signatures than any may have, each cut to its size. */
function answerAbout<T>(
  state: State,
  request: NodeRequest,
  schema: MessageSchema<T>,
  answer: (state: State, transaction: TransactionMessage) => MessageInit<T>,
): string {
  const body = readFormOrJsonBody(request);
  const given = packTransaction(body);
  if (given.signature.length > MAX_SIGNATURES)
    return '{"result":{"code":"OTHER_ERROR","message":"too many signatures"}}';
  const transaction = { ...given, signature: given.signature.map((signature) => signature.slice(0, SIGNATURE_DIGITS)) };
  const entries = composeEntries(schema, answer(state, transaction), body);
  return composeJson([...entries, ['transaction', composeSigned(transaction, body)]]);
}

/** Source: docs/protocol/permissions.md, getsignweight and getapprovedlist. */
const MAX_SIGNATURES = 5;
const SIGNATURE_DIGITS = 130;

function composeSigned(transaction: TransactionMessage, options: PrintOptions): string {
  return composeJson([
    ['transaction', composeTransaction(transaction, options)],
    ['txid', `"${transactionId(transaction.raw_data)}"`],
    ['result', '{"result":true}'],
  ]);
}

type SignWeight = MessageInit<MessageOf<typeof TransactionSignWeight>>;
type ApprovedList = MessageInit<MessageOf<typeof TransactionApprovedList>>;

function signWeight(state: State, transaction: TransactionMessage): SignWeight {
  const contract = transaction.raw_data?.contract[0];
  if (contract === undefined) return { result: withoutContract };
  let permission: Permission | undefined;
  try {
    permission = namedPermission(state, ownerOf(transaction), contract);
    const { signers, weight } = weighSignatures(permission, transactionId(transaction.raw_data), transaction.signature);
    const code = weight >= permission.threshold ? 'ENOUGH_PERMISSION' : 'NOT_ENOUGH_PERMISSION';
    return {
      permission: permissionMessage(permission),
      approved_list: signers,
      current_weight: weight,
      result: { code: SignWeightCode.values[code] },
    };
  } catch (error) {
    const result = failureOf(error, SignWeightCode.values);
    return { ...(permission !== undefined && { permission: permissionMessage(permission) }), result };
  }
}

function approvedList(state: State, transaction: TransactionMessage): ApprovedList {
  const contract = transaction.raw_data?.contract[0];
  if (contract === undefined) return { result: withoutContract };
  try {
    const permission = namedPermission(state, ownerOf(transaction), contract);
    const { signers } = weighSignatures(permission, transactionId(transaction.raw_data), transaction.signature);
    return { approved_list: signers, result: {} };
  } catch (error) {
    return { result: failureOf(error, ApprovedListCode.values) };
  }
}

/** The permission that the transaction names. @throws SignatureError unless it allows this type of contract. */
function namedPermission(
  state: State,
  owner: string,
  { Permission_id: id, type }: MessageOf<typeof TransactionContract>,
): Permission {
  const refused = (message: string): SignatureError => new SignatureError('permission', message);
  if (getAccount(state, owner) === undefined) throw refused('Account does not exist!');
  const permission = storedPermission(state, owner, id);
  if (permission === undefined) throw refused('Permission for this, does not exist!');
  if (id === 0) return permission;
  if (permission.type !== 'Active') throw refused('Permission type is wrong!');
  if (!allowsType(permission, type)) throw refused('Permission denied!');
  return permission;
}

function ownerOf(transaction: TransactionMessage): string {
  return prepareTransaction(transaction).call?.owner ?? '';
}

interface Failure {
  readonly code: number;
  readonly message: string;
}

const withoutContract: Failure = { code: 20, message: 'Invalid transaction: no valid contract' };

interface FailureCodes {
  /** Absent where the answer has no code for permissions. */
  readonly PERMISSION_ERROR?: number;
  readonly SIGNATURE_FORMAT_ERROR: number;
  readonly COMPUTE_ADDRESS_ERROR: number;
  readonly OTHER_ERROR: number;
}

function failureOf(error: unknown, codes: FailureCodes): Failure {
  if (error instanceof SignatureError) {
    const { kind, message } = error;
    if (kind === 'format') return { code: codes.SIGNATURE_FORMAT_ERROR, message };
    if (kind === 'recovery') return { code: codes.COMPUTE_ADDRESS_ERROR, message };
    if (codes.PERMISSION_ERROR !== undefined) return { code: codes.PERMISSION_ERROR, message };
    return { code: codes.OTHER_ERROR, message: `class org.tron.core.exception.PermissionException : ${message}` };
  }
  const { javaClass, message } = toJavaException(error);
  return { code: codes.OTHER_ERROR, message: `class ${javaClass} : ${message}` };
}
