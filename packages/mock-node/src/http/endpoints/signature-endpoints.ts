import { composeJson } from '../../json/json-value.ts';
import { composeEntries, type PrintOptions } from '../../json/protobuf-printer.ts';
import { toJavaException } from '../../json/request-errors.ts';
import {
  allowsType,
  signerOf,
  SignatureError,
  storedPermission,
  weighSignatures,
} from '../../ledger/accounts/permissions.ts';
import { prepareTransaction } from '../../ledger/execution/prepared-transaction.ts';
import { permissionMessage } from '../../ledger/queries/permission-message.ts';
import { readFormOrJsonBody } from '../../message/request.ts';
import { composeTransaction, packTransaction } from '../../message/transaction-json.ts';
import {
  ApprovedListCode,
  SignWeightCode,
  TransactionApprovedList,
  TransactionSignWeight,
} from '../../protocol/messages/api-messages.ts';
import { transactionId } from '../../protocol/messages/ids.ts';
import { type TransactionContract, type TransactionMessage } from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
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
  const body = readFormOrJsonBody(request);
  const transaction = packTransaction(body);
  const entries = composeEntries(TransactionSignWeight, signWeight(state, transaction), body);
  return composeJson([...entries, ['transaction', composeSigned(transaction, body)]]);
}

function getApprovedList({ state, request }: RequestContext): string {
  const body = readFormOrJsonBody(request);
  const transaction = packTransaction(body);
  const entries = composeEntries(TransactionApprovedList, approvedList(state, transaction), body);
  return composeJson([...entries, ['transaction', composeSigned(transaction, body)]]);
}

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
    const result = failureOf(error, signWeightCodes());
    return { ...(permission !== undefined && { permission: permissionMessage(permission) }), result };
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

/** Checks only that the account exists and who signed. Permissions are not checked. */
function approvedList(state: State, transaction: TransactionMessage): ApprovedList {
  if (transaction.raw_data?.contract[0] === undefined) return { result: withoutContract };
  try {
    if (getAccount(state, ownerOf(transaction)) === undefined) {
      const message = 'class org.tron.core.exception.PermissionException : Account does not exist!';
      return { result: { code: ApprovedListCode.values.OTHER_ERROR, message } };
    }
    const id = transactionId(transaction.raw_data);
    return { approved_list: transaction.signature.map((signature) => signerOf(id, signature)), result: {} };
  } catch (error) {
    return { result: failureOf(error, approvedListCodes()) };
  }
}

function ownerOf(transaction: TransactionMessage): string {
  return prepareTransaction(transaction).call?.owner ?? '';
}

interface Failure {
  readonly code: number;
  readonly message: string;
}

const withoutContract: Failure = { code: 20, message: 'Invalid transaction: no valid contract' };
type FailureCodes = Readonly<Record<SignatureError['kind'] | 'other', number>>;

function failureOf(error: unknown, codes: FailureCodes): Failure {
  if (error instanceof SignatureError) return { code: codes[error.kind], message: error.message };
  const { javaClass, message } = toJavaException(error);
  return { code: codes.other, message: `class ${javaClass} : ${message}` };
}

function signWeightCodes(): FailureCodes {
  const { PERMISSION_ERROR, SIGNATURE_FORMAT_ERROR, COMPUTE_ADDRESS_ERROR, OTHER_ERROR } = SignWeightCode.values;
  return {
    permission: PERMISSION_ERROR,
    format: SIGNATURE_FORMAT_ERROR,
    recovery: COMPUTE_ADDRESS_ERROR,
    other: OTHER_ERROR,
  };
}

/** This answer checks no permissions and has no code for them. */
function approvedListCodes(): FailureCodes {
  const { SIGNATURE_FORMAT_ERROR, COMPUTE_ADDRESS_ERROR, OTHER_ERROR } = ApprovedListCode.values;
  return {
    permission: OTHER_ERROR,
    format: SIGNATURE_FORMAT_ERROR,
    recovery: COMPUTE_ADDRESS_ERROR,
    other: OTHER_ERROR,
  };
}
