import { type NetworkDescription } from '../../network/network-description.ts';
import { ContractType, type ContractTypeName } from '../../protocol/messages/enumerations.ts';
import { type TransactionInfoMessage } from '../../protocol/messages/messages.ts';
import { unpackContract } from '../../protocol/messages/packed-contract.ts';
import { type MessageInit, type MessageSchema } from '../../protocol/messages/schema.ts';
import { type Address, type Hex, type Milliseconds, type Slot } from '../../protocol/primitives.ts';
import { type TokenId } from '../../state/records/asset.ts';
import { type State } from '../../state/root.ts';
import { type CallValues } from '../contracts/call-values.ts';

/**
 * The context of a running transaction: the current ledger, and the head block's time. For a block's transactions this
 * is the parent's time.
 */
export interface ExecutionContext {
  readonly state: State;
  readonly network: NetworkDescription<bigint>;
  /** Time of the head block. */
  readonly now: Milliseconds;
  /** The same time in slots since the genesis block. */
  readonly slot: Slot;
  /** Building over HTTP validates without executing. One check differs there, delegateresource's bandwidth. */
  readonly phase: 'build' | 'execute';
}

/** Results of a contract for the transaction's info. Amounts are in small units, and absent if the node sets none. */
export interface ExecutionResult {
  /** The contract's own fee. Bandwidth, memo and multi-signature fees are charged elsewhere. */
  readonly fee: bigint;
  /** The id of a token that was issued. */
  readonly assetIssueId?: string;
  readonly withdrawAmount?: bigint;
  readonly unfreezeAmount?: bigint;
  readonly withdrawExpireAmount?: bigint;
  readonly cancelUnfreezeAmounts?: readonly { readonly key: string; readonly value: bigint }[];
  /** Results of an exchange or a market order, under the info's names. */
  readonly trade?: Pick<
    MessageInit<TransactionInfoMessage>,
    | 'exchange_id'
    | 'exchange_inject_another_amount'
    | 'exchange_withdraw_another_amount'
    | 'exchange_received_amount'
    | 'orderId'
    | 'orderDetails'
  >;
}

/** The virtual machine's part of a valid transaction. */
export interface ContractRunPlan extends CallValues {
  readonly kind: 'call' | 'create';
  readonly caller: Address;
  readonly contract: Address;
  /** The account that pays a share of a call's energy; the caller itself for a creation. */
  readonly creator: Address;
  /** Share that the caller pays, 0 to 100. */
  readonly callerPercent: bigint;
  readonly deployerEnergyLimit: bigint;
  /** Creation code for a creation, arguments for a call. */
  readonly data: Uint8Array;
  /** Writes the account and the record of a contract before it is created. */
  readonly prepare: (state: State) => void;
}

export interface RunContext {
  readonly state: State;
  readonly transactionId: () => Hex;
  readonly feeLimit: bigint;
  /** Whether a contract runs for a block or the pool, or only to show its effects. */
  readonly purpose: 'transaction' | 'constant';
}

interface Call {
  /** Number of the type in the protocol's ContractType. */
  readonly typeNumber: number;
  readonly owner: Address;
}

/** A decoded contract that the ledger itself executes. */
export interface NativeCall extends Call {
  readonly kind: 'native';
  /** Whether its bandwidth is charged as the creation of an account. */
  readonly createsAccount: (state: State) => boolean;
  /** The token whose bandwidth may pay for it. */
  readonly sentAsset?: TokenId;
  /** @throws ContractValidateError with the node's message. */
  readonly validate: (context: ExecutionContext) => void;
  readonly execute: (context: ExecutionContext) => ExecutionResult;
}

/** A decoded contract that runs code. */
export interface ContractRunCall extends Call {
  readonly kind: 'contract-run';
  /** @throws ContractValidateError if the node would not build it. */
  readonly checkBuild: () => void;
  /** @throws ContractValidateError with the node's message. */
  readonly plan: (context: RunContext) => ContractRunPlan;
}

export type ContractCall = NativeCall | ContractRunCall;

/**
 * A contract whose bytes do not match its type. The node takes its owner as empty, and nobody can sign for that.
 *
 * Source: docs/protocol/http.md, Broadcast.
 */
export interface UnreadableCall extends Call {
  readonly kind: 'unreadable';
  readonly owner: '';
  readonly problem: Error;
}

/** A modelled type of transaction. */
export interface TransactionType {
  /** Number in the protocol's ContractType. */
  readonly number: number;
  /** Name in the protocol's ContractType. */
  readonly name: ContractTypeName;
  /** Unpacks a contract of this type. */
  readonly read: (packed: Hex) => ContractCall;
}

/** A type that runs code. Constant calls of it need no encoded contract. */
export interface ContractRunType<Contract> extends TransactionType {
  readonly call: (contract: Contract) => ContractRunCall;
}

interface Rules<Contract> {
  readonly schema: MessageSchema<Contract, ContractTypeName>;
}

interface OwnedContract {
  readonly owner_address: Address;
}

/** The checks of a native type, in the node's order and words, and its effects. */
export interface NativeRules<Contract> extends Rules<Contract> {
  /** Only for types whose bandwidth can be charged as the creation of an account. */
  readonly createsAccount?: (state: State, contract: Contract) => boolean;
  /** Only for types whose bandwidth a token may pay. */
  readonly sentAsset?: (contract: Contract) => TokenId;
  readonly validate: (context: ExecutionContext, contract: Contract) => void;
  readonly execute: (context: ExecutionContext, contract: Contract) => ExecutionResult;
}

interface ContractRunRules<Contract> extends Rules<Contract> {
  readonly checkBuild: (contract: Contract) => void;
  readonly plan: (context: RunContext, contract: Contract) => ContractRunPlan;
}

/** Makes a type that the ledger itself executes. */
export function nativeType<Contract extends OwnedContract>(rules: NativeRules<Contract>): TransactionType {
  const { schema, createsAccount, sentAsset, validate, execute } = rules;
  const type: TransactionType = {
    number: ContractType.values[schema.name],
    name: schema.name,
    read(packed) {
      const contract = unpackContract(schema, packed);
      return {
        kind: 'native',
        typeNumber: type.number,
        owner: contract.owner_address,
        createsAccount: (state) => createsAccount?.(state, contract) ?? false,
        ...(sentAsset && { sentAsset: sentAsset(contract) }),
        validate: (context) => validate(context, contract),
        execute: (context) => execute(context, contract),
      };
    },
  };
  return type;
}

/** Makes a type that runs code. */
export function contractRunType<Contract extends OwnedContract>(
  rules: ContractRunRules<Contract>,
): ContractRunType<Contract> {
  const { schema, checkBuild, plan } = rules;
  const type: ContractRunType<Contract> = {
    number: ContractType.values[schema.name],
    name: schema.name,
    read: (packed) => type.call(unpackContract(schema, packed)),
    call: (contract) => ({
      kind: 'contract-run',
      typeNumber: type.number,
      owner: contract.owner_address,
      checkBuild: () => checkBuild(contract),
      plan: (context) => plan(context, contract),
    }),
  };
  return type;
}
