import { type Chain } from '../../chain/chain.ts';
import { BytesMessage, NumberMessage } from '../../protocol/api-messages.ts';
import { transactionId } from '../../protocol/hash.ts';
import {
  Transaction,
  TransactionInfo,
  type TransactionInfoMessage,
  type TransactionMessage,
} from '../../protocol/messages.ts';
import { decode } from '../../protocol/wire.ts';
import { type State } from '../../state/root.ts';
import { composeJson, quoteJson } from '../json/json-value.ts';
import { composeEntries, composeMessage, printMessage, type PrintOptions } from '../json/protobuf-printer.ts';
import { parseBody, readFormOrJsonBody, type Parameters } from '../message/request.ts';
import { hexBytes, integerArgument } from '../message/request-arguments.ts';
import { composeTransaction } from '../message/transaction-json.ts';
import { getAndPost, type Endpoint, type RequestContext } from './endpoint.ts';
import { query } from './query.ts';

/** Source: docs/protocol/http.md, Endpoint table; docs/protocol/contract-calls.md, Receipt and TransactionInfo. */
export const transactionEndpoints: readonly Endpoint[] = [
  { name: 'gettransactionbyid', solid: true, ...queryById(transactionById) },
  { name: 'gettransactioninfobyid', solid: true, ...queryById(transactionInfoById) },
  { name: 'gettransactionreceiptbyid', ...queryById(receiptById) },
  // The text is compared with the ids without being read as hexadecimal.
  { name: 'gettransactionfrompending', ...queryById(pendingById, ({ get }) => get('value') ?? '') },
  {
    name: 'gettransactionlistfrompending',
    get: ({ chain }) => pendingIds(pendingOf(chain)),
    post: ({ chain, request }) => {
      readFormOrJsonBody(request);
      return pendingIds(pendingOf(chain));
    },
  },
  { name: 'getpendingsize', ...getAndPost(pendingSize) },
  { name: 'gettransactioncountbyblocknum', solid: true, ...queryByBlock(transactionCount) },
  { name: 'gettransactioninfobyblocknum', solid: true, ...queryByBlock(infosByBlock) },
];

type AnswerForId = (context: RequestContext, id: string, options: PrintOptions) => string;

function queryById(
  answer: AnswerForId,
  get = (parameters: Parameters): string => hexBytes(parameters.get('value')),
): Pick<Endpoint, 'get' | 'post'> {
  return query({ get, post: (body) => parseBody(BytesMessage, body).value }, answer);
}

type AnswerForNumber = (context: RequestContext, number: bigint, options: PrintOptions) => string;

function queryByBlock(answer: AnswerForNumber): Pick<Endpoint, 'get' | 'post'> {
  return query(
    {
      get: ({ get }) => integerArgument(get('num')),
      post: (body) => parseBody(NumberMessage, body).num,
    },
    answer,
  );
}

function transactionById({ chain, state }: RequestContext, id: string, options: PrintOptions): string {
  const transaction = findTransaction(state, id) ?? findPending(pendingOf(chain), id);
  return transaction === undefined ? '{}' : composeTransaction(transaction, options);
}

function findTransaction({ root }: State, id: string): TransactionMessage | undefined {
  const place = root.transactions.get(id);
  const stored = place && root.blocks.get(place.block)?.transactions[place.index];
  return stored && decode(Transaction, stored.bytes);
}

/** Transactions that were accepted and are in no block. */
function pendingOf({ ledger }: Chain): readonly TransactionMessage[] {
  return ledger.pending?.transactions.map(({ message }) => message) ?? [];
}

function findPending(pending: readonly TransactionMessage[], id: string): TransactionMessage | undefined {
  return pending.find((transaction) => transactionId(transaction.raw_data) === id);
}

function findInfo({ root }: State, id: string): TransactionInfoMessage | undefined {
  const place = root.transactions.get(id);
  const bytes = place && root.blocks.get(place.block)?.infos[place.index];
  return bytes && decode(TransactionInfo, bytes);
}

function transactionInfoById({ state }: RequestContext, id: string, options: PrintOptions): string {
  const info = findInfo(state, id);
  return info === undefined ? '{}' : printMessage(TransactionInfo, withLogAddresses(info, options), options);
}

/** In the visible notation a log's address gets its prefix, so that it can be shown in base58check. */
function withLogAddresses(info: TransactionInfoMessage, { visible }: PrintOptions): TransactionInfoMessage {
  if (!visible) return info;
  const log = info.log.map((entry) => {
    const { address } = entry;
    return address === '' || address.length > 40 ? entry : { ...entry, address: `41${address.padStart(40, '0')}` };
  });
  return { ...info, log };
}

function receiptById({ state }: RequestContext, id: string, options: PrintOptions): string {
  const info = findInfo(state, id);
  if (info === undefined) return '{}';
  const receipt = composeEntries(TransactionInfo, info, options).find(([key]) => key === 'receipt');
  return composeJson(receipt === undefined ? [] : [['Receipt', receipt[1]]]);
}

function pendingById({ chain }: RequestContext, id: string, options: PrintOptions): string {
  const transaction = findPending(pendingOf(chain), id);
  return transaction === undefined ? '{}' : composeTransaction(transaction, options);
}

function pendingIds(pending: readonly TransactionMessage[]): string {
  const ids = pending.map((transaction) => quoteJson(transactionId(transaction.raw_data)));
  return composeJson(ids.length === 0 ? [] : [['txId', `[${ids.join()}]`]]);
}

function pendingSize({ chain }: RequestContext): string {
  return `{"pendingSize": ${pendingOf(chain).length}}`;
}

function transactionCount({ state }: RequestContext, number: bigint): string {
  const block = number < 0n ? undefined : state.root.blocks.get(Number(number));
  return `{"count": ${block?.transactions.length ?? 0}}`;
}

function infosByBlock({ state }: RequestContext, number: bigint, options: PrintOptions): string {
  if (number <= 0n) return '{}';
  const infos = state.root.blocks.get(Number(number))?.infos ?? [];
  const printed = infos.map((bytes) =>
    composeMessage(TransactionInfo, withLogAddresses(decode(TransactionInfo, bytes), options), options),
  );
  return `[${printed.join()}]`;
}
