import { Block } from '../protocol/messages.ts';
import type { BlockMessage } from '../protocol/messages.ts';
import { composeEntries } from './json-format.ts';
import type { PrintOptions } from './json-format.ts';
import { composeJson } from './json-value.ts';
import { composeTransaction } from './transaction-json.ts';

/** A block with its id, ready to be printed. */
export interface IdentifiedBlock {
  readonly id: string;
  readonly block: BlockMessage;
}

/**
 * A block as every answer shows it; `transactions` is left out where there are none.
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
