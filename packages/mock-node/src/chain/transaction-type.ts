import type { MessageSchema } from '../protocol/schema.ts';
import type { Address, Hex, Milliseconds, Slot } from '../state/root.ts';
import type { State } from '../state/state.ts';
import type { NetworkDescription } from '../config.ts';

/** What a transaction sees while it runs: the ledger as it stands, and the head block's (for a block's transactions: the parent's) time. */
export interface ExecutionContext {
  readonly state: State;
  readonly network: NetworkDescription;
  /** Time of the head block. */
  readonly now: Milliseconds;
  /** The same in slots since the genesis block. */
  readonly slot: Slot;
  readonly transactionId: Hex;
  /** Building over HTTP validates without executing; one check (delegateresource's bandwidth) differs there. */
  readonly phase: 'build' | 'execute';
}

/** What an executed contract leaves for the transaction's info. Amounts in small units, absent when the node sets none. */
export interface ExecutionResult {
  /** The contract's own fee; bandwidth, memo and multi-signature fees are charged elsewhere. */
  readonly fee: bigint;
  readonly withdrawAmount?: bigint;
  readonly unfreezeAmount?: bigint;
  readonly withdrawExpireAmount?: bigint;
  readonly cancelUnfreezeAmounts?: readonly { readonly key: string; readonly value: bigint }[];
}

/** One type of transaction: what it is called, what it checks in which order and words, and what it does. */
export interface TransactionType<Contract> {
  readonly name: string;
  /** Number in the protocol's ContractType. */
  readonly number: number;
  readonly schema: MessageSchema<Contract>;
  readonly owner: (contract: Contract) => Address;
  /** @throws ContractValidateError with the node's words. */
  readonly validate: (context: ExecutionContext, contract: Contract) => void;
  readonly execute: (context: ExecutionContext, contract: Contract) => ExecutionResult;
}
