import { wrapContract } from '../chain/build-transaction.ts';
import { passRequest, undoIncomplete, type Chain } from '../chain/chain.ts';
import { mineBlock, mineTransaction } from '../chain/produce-block.ts';
import { prepareTransaction } from '../ledger/execution/prepared-transaction.ts';
import { ContractResult as ContractResults, type ContractTypeName } from '../protocol/messages/enumerations.ts';
import { type TransactionInfoMessage } from '../protocol/messages/messages.ts';
import { type MessageSchema } from '../protocol/messages/schema.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { createState } from '../state/root.ts';
import { type ContractResult } from '../vm/machine/frame-exception.ts';

/** A contract of the protocol, and the fee limit of its transaction in small units. */
export interface UnsignedContract<Contract> {
  readonly schema: MessageSchema<Contract, ContractTypeName>;
  readonly contract: Contract;
  readonly feeLimit: bigint;
}

/** What became of a contract in a block. */
export interface MinedContract {
  readonly info: TransactionInfoMessage;
  readonly status: ContractResult;
  /** What the contract returned or reverted with. */
  readonly output: Hex;
  /** The contract that reverted first; present after a revert. */
  readonly revertedBy?: Address;
}

/**
 * Produces a block of one unsigned transaction, in every mining mode. Pending transactions go into a block before it.
 *
 * @throws ChainError of the first failed check; no block has the transaction.
 */
export function mineContract<Contract>(chain: Chain, unsigned: UnsignedContract<Contract>): MinedContract {
  return undoIncomplete(chain, () => {
    if (chain.ledger.pending !== undefined) mineBlock(chain);
    passRequest(chain);
    const message = wrapContract(chain, createState(chain.ledger.head), unsigned);
    const { info, revertedBy } = mineTransaction(chain, prepareTransaction(message));
    const status = (ContractResults.byNumber.get(info.receipt?.result ?? 0) ?? 'UNKNOWN') as ContractResult;
    return { info, status, output: info.contractResult[0] ?? '', ...(revertedBy !== undefined && { revertedBy }) };
  });
}
