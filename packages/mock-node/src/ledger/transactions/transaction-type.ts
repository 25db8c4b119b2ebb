import type { MessageSchema } from '../../protocol/schema.ts';
import type { Address, Hex, Milliseconds, Slot } from '../../protocol/primitives.ts';
import type { State } from '../../state/root.ts';
import type { NetworkDescription } from '../../network/network-description.ts';

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

/** What all types of transaction have in common: how they are called and read. */
export interface ContractKind<Contract> {
  readonly name: string;
  /** Number in the protocol's ContractType. */
  readonly number: number;
  readonly schema: MessageSchema<Contract>;
  readonly owner: (contract: Contract) => Address;
}

/** One type of transaction: what it is called, what it checks in which order and words, and what it does. */
export interface TransactionType<Contract> extends ContractKind<Contract> {
  /** @throws ContractValidateError with the node's words. */
  readonly validate: (context: ExecutionContext, contract: Contract) => void;
  readonly execute: (context: ExecutionContext, contract: Contract) => ExecutionResult;
}

/** What a transaction asks of the virtual machine, once it was found valid. */
export interface ContractRunPlan {
  readonly kind: 'call' | 'create';
  readonly caller: Address;
  readonly contract: Address;
  /** Who shares in the energy of a call; the caller itself for a creation. */
  readonly creator: Address;
  /** Share that the caller pays, 0 to 100. */
  readonly callerPercent: bigint;
  readonly originEnergyLimit: bigint;
  /** Creation code of a creation, arguments of a call. */
  readonly data: Uint8Array;
  readonly callValue: bigint;
  readonly tokenValue: bigint;
  readonly tokenId: bigint;
  /** Writes the account and the record of a contract that is to be created. */
  readonly prepare: (state: State) => void;
}

/** How a contract is run: for a block or the pool, or to show what it would do. */
export type RunPurpose = 'transaction' | 'constant';

/** One of the two types of transaction that run contracts. */
export interface ContractRunType<Contract> extends ContractKind<Contract> {
  /** @throws ContractValidateError for what the node refuses to build. */
  readonly checkBuild: (contract: Contract) => void;
  /** @throws ContractValidateError with the node's words. */
  readonly plan: (
    context: Pick<ExecutionContext, 'state' | 'transactionId'> & {
      readonly feeLimit: bigint;
      readonly purpose: RunPurpose;
    },
    contract: Contract,
  ) => ContractRunPlan;
}
