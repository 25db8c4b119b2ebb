import { type Ledger } from '../chain/chain.ts';
import { ContractResult } from '../protocol/enumerations.ts';
import { TransactionInfo } from '../protocol/messages.ts';
import { type Hex } from '../protocol/primitives.ts';
import { decode } from '../protocol/wire.ts';

/**
 * A function that gives the ids of the transactions that ran contracts, in blocks that the chain did not have before.
 * A chain that is reverted may have the same blocks again.
 */
export function createTransactionReader({ head }: Ledger): (ledger: Ledger) => readonly Hex[] {
  let seen = head.blocks;
  return ({ head: { blocks } }) => {
    const idsByBlock: Hex[][] = [];
    for (let number = blocks.size - 1; number > 0 && blocks.get(number) !== seen.get(number); number--) {
      const { transactions = [], infos = [] } = blocks.get(number) ?? {};
      idsByBlock.push(transactions.flatMap(({ id }, index) => (ranContract(infos[index]) ? [id] : [])));
    }
    seen = blocks;
    return idsByBlock.toReversed().flat();
  };
}

function ranContract(info: Uint8Array | undefined): boolean {
  const { receipt } = info === undefined ? {} : decode(TransactionInfo, info);
  return (receipt?.result ?? 0) !== ContractResult.values.DEFAULT;
}
