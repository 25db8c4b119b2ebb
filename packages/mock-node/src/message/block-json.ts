import { MockNodeError } from '../errors.ts';
import { composeJson, isJsonArray, stringMember, writeJson, type JsonObject } from '../json/json-value.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { composeEntries, type PrintOptions } from '../json/protobuf-printer.ts';
import { parseJsonObject } from '../json/read-json.ts';
import { RequestError } from '../json/request-errors.ts';
import { Block, type BlockMessage } from '../protocol/messages/messages.ts';
import { isTrue } from './request.ts';
import { composeTransaction, packTransactionObject } from './transaction-json.ts';

/** A block with its id. */
export interface IdentifiedBlock {
  readonly id: string;
  readonly block: BlockMessage;
}

/**
 * Composes a block as every answer shows it, without `transactions` if there are none.
 *
 * Source: docs/protocol/http.md, Response printing.
 */
export function composeBlock({ id, block }: IdentifiedBlock, options: PrintOptions): string {
  const { transactions, block_header: header } = block;
  return composeJson([
    ...(transactions.length === 0 ? [] : [['transactions', composeTransactions(transactions, options)] as const]),
    ...composeEntries(Block, header === undefined ? {} : { block_header: header }, options),
    ['blockID', `"${id}"`],
  ]);
}

function composeTransactions(transactions: BlockMessage['transactions'], options: PrintOptions): string {
  return `[${transactions.map((transaction) => composeTransaction(transaction, options)).join()}]`;
}

/** A list of blocks: `{"block":[…]}`. */
export function composeBlocks(blocks: readonly IdentifiedBlock[], options: PrintOptions): string {
  return composeJson([['block', `[${blocks.map((block) => composeBlock(block, options)).join()}]`]]);
}

/** Reads a block from the JSON form of getblockbynum. @throws MockNodeError `BLOCK_INVALID` */
export function blockFromJson(text: string): BlockMessage {
  try {
    return readBlockJson(parseJsonObject(text) ?? new Map());
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw notABlock(error.message);
  }
}

/** Reads a block from a parsed object. @throws MockNodeError `BLOCK_INVALID`, RequestError. */
export function readBlockJson(json: JsonObject): BlockMessage {
  const visible = isTrue(stringMember(json, 'visible'));
  const header = json.get('block_header');
  const transactions = json.get('transactions') ?? [];
  if (!(header instanceof Map)) throw notABlock('it has no block_header');
  if (!isJsonArray(transactions)) throw notABlock('its transactions are not a list');
  const { block_header } = parseMessage(Block, writeJson(new Map([['block_header', header]])), { visible });
  return {
    ...(block_header !== undefined && { block_header }),
    transactions: transactions.map((transaction, index) => {
      if (!(transaction instanceof Map)) throw notABlock(`transaction ${index} is not an object`);
      return packTransactionObject(transaction, { visible });
    }),
  };
}

/** The number of an unreadable block is unknown. */
function notABlock(reason: string): MockNodeError {
  return new MockNodeError('BLOCK_INVALID', { number: 0, reason });
}
