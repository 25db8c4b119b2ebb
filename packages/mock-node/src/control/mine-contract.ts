import { wrapContract } from '../chain/build-transaction.ts';
import { passRequest, undoIncomplete, type Chain } from '../chain/chain.ts';
import { mineBlock, mineTransaction } from '../chain/produce-block.ts';
import { prepareTransaction } from '../ledger/execution/prepared-transaction.ts';
import { ContractResult as ContractResults, type ContractTypeName } from '../protocol/messages/enumerations.ts';
import { type LogMessage } from '../protocol/messages/messages.ts';
import { type MessageInit, type MessageSchema } from '../protocol/messages/schema.ts';
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
  readonly txID: Hex;
  readonly status: ContractResult;
  /** The contract that was called or created. */
  readonly contract: Hex;
  /** The node's message after a failure, UTF-8 in hexadecimal. */
  readonly message: Hex;
  readonly logs: readonly MessageInit<LogMessage>[];
  readonly energyUsed: bigint;
  readonly fee: bigint;
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
    return {
      txID: info.id ?? '',
      status,
      contract: info.contract_address ?? '',
      message: info.resMessage ?? '',
      logs: info.log ?? [],
      energyUsed: info.receipt?.energy_usage_total ?? 0n,
      fee: info.fee ?? 0n,
      output: info.contractResult?.[0] ?? '',
      ...(revertedBy !== undefined && { revertedBy }),
    };
  });
}
