import type { Chain } from '../../chain/chain.ts';
import { BytesMessage, NumberMessage } from '../../protocol/answers.ts';
import { transactionId } from '../../protocol/hash.ts';
import { Transaction, TransactionInfo } from '../../protocol/messages.ts';
import type { TransactionInfoMessage, TransactionMessage } from '../../protocol/messages.ts';
import { decode } from '../../protocol/wire.ts';
import type { State } from '../../state/state.ts';
import { hexBytes, integerArgument } from '../message/request-arguments.ts';
import type { Asked, Endpoint } from './endpoint.ts';
import { composeEntries, composeMessage, printMessage } from '../json/protobuf-printer.ts';
import type { PrintOptions } from '../json/protobuf-printer.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { composeJson, quoteJson } from '../json/json-value.ts';
import { readFormOrJsonBody, readParameters } from '../message/request.ts';
import { composeTransaction } from '../message/transaction-json.ts';

type ById = (asked: Asked, id: string, options: PrintOptions) => string;

/** Source: docs/protocol/http.md, Endpoint table; docs/protocol/contract-calls.md, Receipt and TransactionInfo. */
export const transactionEndpoints: readonly Endpoint[] = [
  { solid: true, ...byIdEndpoint('gettransactionbyid', transactionById) },
  { solid: true, ...byIdEndpoint('gettransactioninfobyid', transactionInfoById) },
  byIdEndpoint('gettransactionreceiptbyid', receiptById),
  {
    ...byIdEndpoint('gettransactionfrompending', pendingById),
    // The text is compared with the ids as it stands.
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return pendingById(asked, get('value') ?? '', { visible });
    },
  },
  {
    name: 'gettransactionlistfrompending',
    get: ({ chain }) => pendingIds(pendingOf(chain)),
    post: ({ chain, request }) => {
      readFormOrJsonBody(request);
      return pendingIds(pendingOf(chain));
    },
  },
  { name: 'getpendingsize', get: pendingSize, post: pendingSize },
  {
    name: 'gettransactioncountbyblocknum',
    solid: true,
    get: (asked) => transactionCount(asked.state, integerArgument(readParameters(asked.request).get('num'))),
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      return transactionCount(asked.state, parseMessage(NumberMessage, body.text, body).num);
    },
  },
  {
    name: 'gettransactioninfobyblocknum',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return infosByBlock(asked.state, integerArgument(get('num')), { visible });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      return infosByBlock(asked.state, parseMessage(NumberMessage, body.text, body).num, body);
    },
  },
];

function byIdEndpoint(name: string, answer: ById): Endpoint {
  return {
    name,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return answer(asked, hexBytes(get('value')), { visible });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      return answer(asked, parseMessage(BytesMessage, body.text, body).value, body);
    },
  };
}

function transactionById({ chain, state }: Asked, id: string, options: PrintOptions): string {
  const transaction = findTransaction(state, id) ?? findPending(pendingOf(chain), id);
  return transaction === undefined ? '{}' : composeTransaction(transaction, options);
}

function findTransaction({ root }: State, id: string): TransactionMessage | undefined {
  const place = root.transactions.get(id);
  const stored = place && root.blocks.get(place.block)?.transactions[place.index];
  return stored && decode(Transaction, stored.bytes);
}

/** Transactions that are taken and in no block. */
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

function transactionInfoById({ state }: Asked, id: string, options: PrintOptions): string {
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

function receiptById({ state }: Asked, id: string, options: PrintOptions): string {
  const info = findInfo(state, id);
  if (info === undefined) return '{}';
  const receipt = composeEntries(TransactionInfo, info, options).find(([key]) => key === 'receipt');
  return composeJson(receipt === undefined ? [] : [['Receipt', receipt[1]]]);
}

function pendingById({ chain }: Asked, id: string, options: PrintOptions): string {
  const transaction = findPending(pendingOf(chain), id);
  return transaction === undefined ? '{}' : composeTransaction(transaction, options);
}

function pendingIds(pending: readonly TransactionMessage[]): string {
  const ids = pending.map((transaction) => quoteJson(transactionId(transaction.raw_data)));
  return composeJson(ids.length === 0 ? [] : [['txId', `[${ids.join()}]`]]);
}

function pendingSize({ chain }: Asked): string {
  return `{"pendingSize": ${pendingOf(chain).length}}`;
}

function transactionCount({ root }: State, number: bigint): string {
  const block = number < 0n ? undefined : root.blocks.get(Number(number));
  return `{"count": ${block?.transactions.length ?? 0}}`;
}

function infosByBlock({ root }: State, number: bigint, options: PrintOptions): string {
  if (number <= 0n) return '{}';
  const infos = root.blocks.get(Number(number))?.infos ?? [];
  const printed = infos.map((bytes) =>
    composeMessage(TransactionInfo, withLogAddresses(decode(TransactionInfo, bytes), options), options),
  );
  return `[${printed.join()}]`;
}
