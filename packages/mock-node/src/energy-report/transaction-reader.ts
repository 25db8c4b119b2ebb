import { type Ledger } from '../chain/chain.ts';
import { httpApiOf } from '../http/server/http-api-of.ts';
import { type BaseNode } from '../node/base-node.ts';
import { ContractResult } from '../protocol/messages/enumerations.ts';
import { TransactionInfo } from '../protocol/messages/messages.ts';
import { decode } from '../protocol/messages/wire.ts';

/**
 * Creates a function that lists a node's new contract transactions since its last call, oldest first.
 *
 * It looks for new blocks whenever it is called, because blocks are also produced without a request. The first call
 * starts at the current head. Pass each id to `traceTransaction` to collect its energy. A block that a reverted node
 * produces again counts as new.
 *
 * @param node - made by `createMockNode` or `forkMockNode`
 * @throws MockNodeError `ARGUMENT_INVALID` for any other node.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { createTransactionReader } from '@coin/mock-node/energy-report';
 *
 * const node = createMockNode();
 * const newTransactions = createTransactionReader(node);
 * const { txID } = await node.deploy({ bytecode: '60006000f3' });
 * newTransactions().indexOf(txID); // => 0
 * newTransactions(); // => []
 * ```
 */
export function createTransactionReader(node: BaseNode): () => readonly string[] {
  const { ledger } = httpApiOf(node);
  let seen = ledger().head.blocks;
  return () => {
    const { blocks } = ledger().head;
    const found = transactionsAfter(seen, blocks);
    seen = blocks;
    return found;
  };
}

type Blocks = Ledger['head']['blocks'];

/** The contract transactions of the blocks that are in one chain and not in the other. */
function transactionsAfter(seen: Blocks, blocks: Blocks): readonly string[] {
  const idsByBlock: string[][] = [];
  for (let number = blocks.size - 1; number > 0 && blocks.get(number) !== seen.get(number); number--) {
    const { transactions = [], infos = [] } = blocks.get(number) ?? {};
    idsByBlock.push(transactions.flatMap(({ id }, index) => (ranContract(infos[index]) ? [id] : [])));
  }
  return idsByBlock.toReversed().flat();
}

function ranContract(info: Uint8Array | undefined): boolean {
  const { receipt } = info === undefined ? {} : decode(TransactionInfo, info);
  return (receipt?.result ?? 0) !== ContractResult.values.DEFAULT;
}
