import { type Chain } from '../../chain/chain.ts';
import { composeJson, quoteJson } from '../../json/json-value.ts';
import {
  composeEntries,
  composeMessage,
  printInt64,
  printMessage,
  type PrintOptions,
} from '../../json/protobuf-printer.ts';
import { RequestError } from '../../json/request-errors.ts';
import { hexBytes, integerArgument } from '../../message/request-arguments.ts';
import { parseBody, readFormOrJsonBody, readParameters } from '../../message/request.ts';
import { composeTransaction } from '../../message/transaction-json.ts';
import { BytesMessage, NumberMessage } from '../../protocol/messages/api-messages.ts';
import { ContractResult } from '../../protocol/messages/enumerations.ts';
import { transactionId } from '../../protocol/messages/ids.ts';
import {
  Transaction,
  TransactionInfo,
  type TransactionInfoMessage,
  type TransactionMessage,
} from '../../protocol/messages/messages.ts';
import { create, decode } from '../../protocol/messages/wire.ts';
import { getBlock, transactionPosition } from '../../state/accessors/blocks.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { createState, type State } from '../../state/root.ts';
import { noteRecord } from '../../state/unknowns.ts';
import { getAndPost, type Endpoint, type RequestContext } from './endpoint.ts';
import { query } from './query.ts';

/** Source: docs/protocol/http.md, Endpoint table; docs/protocol/contract-calls.md, Receipt and TransactionInfo. */
export const transactionEndpoints: readonly Endpoint[] = [
  { name: 'gettransactionbyid', solid: true, ...queryById(transactionById) },
  { name: 'gettransactioninfobyid', solid: true, ...queryById(transactionInfoById) },
  { name: 'gettransactionreceiptbyid', ...queryById(receiptById) },
  { name: 'gettransactionfrompending', ...queryById(pendingById) },
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

function queryById(answer: AnswerForId): Pick<Endpoint, 'get' | 'post'> {
  return query(
    { get: ({ get }) => hexBytes(get('value')), post: (body) => parseBody(BytesMessage, body).value },
    answer,
  );
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

function transactionById({ chain, state, showsPending }: RequestContext, id: string, options: PrintOptions): string {
  const transaction = findTransaction(state, id) ?? (showsPending ? findPending(pendingOf(chain), id) : undefined);
  return transaction === undefined ? '{}' : composeTransaction(transaction, options);
}

function findTransaction(state: State, id: string): TransactionMessage | undefined {
  const place = transactionPosition(state, id);
  const stored = place && getBlock(state, place.block)?.transactions[place.index];
  return stored && decode(Transaction, stored.bytes);
}

/** Accepted transactions that no block contains, with their results on the newest ledger. */
function pendingOf({ ledger: { pending } }: Chain): readonly TransactionMessage[] {
  if (pending === undefined) return [];
  const writesResult = isEnabled(createState(pending.root), 'getAllowCreationOfContracts');
  return pending.transactions.map(({ message, contractResult }) =>
    writesResult
      ? create(Transaction, { ...message, ret: [{ contractRet: ContractResult.values[contractResult] }] })
      : message,
  );
}

function findPending(pending: readonly TransactionMessage[], id: string): TransactionMessage | undefined {
  return pending.find((transaction) => transactionId(transaction.raw_data) === id);
}

function findInfo(state: State, id: string): TransactionInfoMessage | undefined {
  const place = transactionPosition(state, id);
  const bytes = place && getBlock(state, place.block)?.infos[place.index];
  return bytes && decode(TransactionInfo, bytes);
}

function transactionInfoById({ state }: RequestContext, id: string, options: PrintOptions): string {
  const info = findInfo(state, id);
  return info === undefined ? '{}' : printMessage(TransactionInfo, withLogAddresses(info, options), options);
}

/** Adds the prefix to a log's address in the visible notation, so it can be shown in base58check. */
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

/** The node compares hashes, and only accepts 32 bytes as a hash. */
function pendingById({ chain }: RequestContext, id: string, options: PrintOptions): string {
  if (id.length !== 64) throw new RequestError('java.lang.IllegalArgumentException', 'null');
  const transaction = findPending(pendingOf(chain), id);
  return transaction === undefined ? '{}' : composeTransaction(transaction, options);
}

function pendingIds(pending: readonly TransactionMessage[]): string {
  const ids = pending.map((transaction) => quoteJson(transactionId(transaction.raw_data)));
  return composeJson(ids.length === 0 ? [] : [['txId', `[${ids.join()}]`]]);
}

function pendingSize({ chain, request }: RequestContext): string {
  return `{"pendingSize": ${printInt64(pendingOf(chain).length, readParameters(request))}}`;
}

function transactionCount({ state }: RequestContext, number: bigint, options: PrintOptions): string {
  return `{"count": ${printInt64(getBlock(state, Number(number))?.transactions.length ?? 0, options)}}`;
}

function infosByBlock({ state }: RequestContext, number: bigint, options: PrintOptions): string {
  if (number <= 0n) return '{}';
  const { infos = [], transactions = [] } = getBlock(state, Number(number)) ?? {};
  for (const { id } of transactions) noteRecord(state.root, id);
  const printed = infos.map((bytes) =>
    composeMessage(TransactionInfo, withLogAddresses(decode(TransactionInfo, bytes), options), options),
  );
  return `[${printed.join()}]`;
}
