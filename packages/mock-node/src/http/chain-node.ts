import type { NetworkDescription } from '../config.ts';
import type { EstimateEnergyMessage, TransactionExtention } from '../protocol/answers.ts';
import type { TriggerSmartContract } from '../protocol/contract-messages.ts';
import type { BlockMessage, TransactionMessage } from '../protocol/messages.ts';
import type { MessageInit, MessageOf } from '../protocol/schema.ts';
import type { StoredBlock } from '../state/root.ts';
import type { State } from '../state/state.ts';

export type ContractCall = MessageOf<typeof TriggerSmartContract>;
export type CallAnswer = MessageInit<MessageOf<typeof TransactionExtention>>;
export type EstimateAnswer = MessageInit<MessageOf<typeof EstimateEnergyMessage>>;

/** What became of a transaction: a code of the protocol's `Return.response_code`, and for all but SUCCESS the node's words. */
export interface BroadcastOutcome {
  readonly code: string;
  readonly message: string;
}

/** What the HTTP surface asks of the chain. Everything else it reads from the state, through chain/queries. */
export interface ChainNode {
  readonly network: NetworkDescription;
  /** The ledger with its pending transactions: what `/wallet` reads. */
  readonly state: State;
  /** The ledger as `/walletsolidity` reads it. */
  readonly solidState: State;
  /** A block of the chain with its witness signature. */
  readBlock(block: StoredBlock): BlockMessage;
  /** Transactions that are taken and in no block. */
  readonly pending: readonly TransactionMessage[];
  /**
   * Validates a contract against the state and puts a transaction around it.
   *
   * @param type number in the protocol's ContractType; `contract` is the decoded message of that type.
   * @throws ChainError
   */
  buildTransaction(type: number, contract: object, options?: { readonly feeLimit?: bigint }): TransactionMessage;
  broadcast(transaction: TransactionMessage): BroadcastOutcome;
  /**
   * Runs a contract (or, without an address, its data as creation code) and forgets what it changed. The answer has everything but
   * `result.result` and `result.code`; `result.message` tells of a REVERT.
   *
   * @throws ChainError
   */
  callConstant(state: State, call: ContractCall): CallAnswer;
  /**
   * Builds the transaction of a call; where the contract's ABI says that it changes nothing, runs it like `callConstant`.
   *
   * @throws ChainError
   */
  triggerContract(call: ContractCall, options: { readonly feeLimit: bigint }): CallAnswer;
  /** @throws ChainError */
  estimateEnergy(state: State, call: ContractCall): EstimateAnswer;
  /** @throws MockNodeError `INVALID_BLOCK`, having changed nothing. */
  importBlock(block: BlockMessage): void;
}
