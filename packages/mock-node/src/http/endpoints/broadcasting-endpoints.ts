import { hexToBytes } from '@noble/hashes/utils.js';
import { broadcast } from '../../chain/broadcast.ts';
import { composeJson, quoteJson, stringMember } from '../../json/json-value.ts';
import { composeEntries, printMessage, textBytes } from '../../json/protobuf-printer.ts';
import { RequestError } from '../../json/request-errors.ts';
import { hexBytes } from '../../message/request-arguments.ts';
import { readFormOrJsonBody, readObject } from '../../message/request.ts';
import { packTransaction } from '../../message/transaction-json.ts';
import { Return, ResponseCode } from '../../protocol/messages/api-messages.ts';
import { transactionId } from '../../protocol/messages/ids.ts';
import { Transaction, type TransactionMessage } from '../../protocol/messages/messages.ts';
import { decode } from '../../protocol/messages/wire.ts';
import { type Endpoint, type RequestContext } from './endpoint.ts';

/** Source: docs/protocol/http.md, Broadcast. */
export const broadcastingEndpoints: readonly Endpoint[] = [
  { name: 'broadcasttransaction', post: broadcastTransaction },
  { name: 'broadcasthex', post: broadcastHex },
];

function broadcastTransaction({ chain, request }: RequestContext): string {
  const body = readFormOrJsonBody(request);
  const transaction = packTransaction(body);
  const id = transactionId(transaction.raw_data);
  const { code, message } = broadcast(chain, transaction);
  const answer = { result: code === 'SUCCESS', code: ResponseCode.values[code], message: textBytes(message) };
  return composeJson([...composeEntries(Return, answer, body), ['txid', `"${id}"`]]);
}

/** The answer always has every key, and the message is text. */
function broadcastHex({ chain, request }: RequestContext): string {
  const transaction = decodeTransaction(stringMember(readObject(request), 'transaction') ?? '');
  const id = transactionId(transaction.raw_data);
  const { code, message } = broadcast(chain, transaction);
  return composeJson([
    ['result', String(code === 'SUCCESS')],
    ['code', `"${code}"`],
    ['message', quoteJson(message)],
    ['transaction', quoteJson(printMessage(Transaction, transaction, { visible: true }))],
    ['txid', `"${id}"`],
  ]);
}

function decodeTransaction(text: string): TransactionMessage {
  const hex = hexBytes(text);
  try {
    return decode(Transaction, hexToBytes(hex));
  } catch (error) {
    const problem = error instanceof Error ? error.message : '';
    const { kind = '', message } = malformations.find(({ pattern }) => pattern.test(problem)) ?? truncated;
    throw new RequestError(`com.google.protobuf.InvalidProtocolBufferException${kind}`, message);
  }
}

interface Malformation {
  /** Matches the decoder's message. */
  readonly pattern: RegExp;
  readonly kind?: string;
  readonly message: string;
}

/** The node's messages for the decoder's problems. Source: docs/protocol/http.md, Request body parsing. */
const malformations: readonly Malformation[] = [
  { pattern: /^illegal tag: field no 0 /, message: 'Protocol message contained an invalid tag (zero).' },
  {
    pattern: /^illegal tag: field no/,
    kind: '$InvalidWireTypeException',
    message: 'Protocol message tag had invalid wire type.',
  },
  { pattern: /^invalid varint/, message: 'CodedInputStream encountered a malformed varint.' },
  {
    pattern: /^cant skip wire type 4|^invalid end group tag/,
    message: 'Protocol message end-group tag did not match expected tag.',
  },
];

/** The node's message for any other problem. */
const truncated: Omit<Malformation, 'pattern'> = {
  message:
    'While parsing a protocol message, the input ended unexpectedly in the middle of a field.  This could mean either that the input has been truncated or that an embedded message misreported its own length.',
};
