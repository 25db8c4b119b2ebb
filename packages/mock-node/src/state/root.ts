import { type List, type Map } from 'immutable';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { type ForkBase } from './record-source.ts';
import { type Account } from './records/account.ts';
import { type Asset, type TokenId } from './records/asset.ts';
import { type Code, type Contract, type ContractEnergyState } from './records/contract.ts';
import { type DelegationPair } from './records/delegation.ts';
import { type Exchange } from './records/exchange.ts';
import { type MarketOrder, type OrderBook, type Trader } from './records/market.ts';
import { type Properties } from './records/properties.ts';
import { type Proposal } from './records/proposal.ts';
import { type StoredBlock } from './records/stored-block.ts';
import { type PendingVotes, type Vote } from './records/vote.ts';
import { type Witness } from './records/witness.ts';

/**
 * The complete ledger at one moment. Everything in it is immutable and shares structure with its predecessors. Keeping
 * a root is a snapshot, and setting it is a revert. An older root, such as a solid block's, can be read beside the
 * newest.
 */
export interface Root {
  readonly parameters: Map<string, bigint>;
  readonly properties: Properties;
  readonly accounts: Map<Address, Account>;
  /** Account name → address. */
  readonly names: Map<Hex, Address>;
  /** Account id in lower case → address. The empty id leads to the last account of the genesis block. */
  readonly accountIds: Map<Hex, Address>;
  readonly contracts: Map<Address, Contract>;
  readonly code: Map<Address, Code>;
  /** Contract → row key (32 bytes) → word (32 bytes, never changed in place). There are no rows of zero. */
  readonly storage: Map<Address, Map<Hex, Uint8Array>>;
  readonly contractStates: Map<Address, ContractEnergyState>;
  readonly witnesses: Map<Address, Witness>;
  /** Votes changed since the last maintenance, by voter. */
  readonly pendingVotes: Map<Address, PendingVotes>;
  /** By `<from><to>`. */
  readonly delegations: Map<string, DelegationPair>;
  /** Reward records by the node's own keys. docs/protocol/rewards.md, Delegation store. */
  readonly rewards: Map<string, bigint>;
  /** Voters' votes at the start of a cycle, by `<cycle>-<address>`. */
  readonly voterSnapshots: Map<string, readonly Vote[]>;
  readonly proposals: Map<number, Proposal>;
  /** TRC-10 tokens, which are never deleted. */
  readonly assets: Map<TokenId, Asset>;
  readonly exchanges: Map<number, Exchange>;
  /** Market orders by id, including those no longer active. */
  readonly orders: Map<Hex, MarketOrder>;
  /** By `<sold>-<bought>`. */
  readonly orderBooks: Map<string, OrderBook>;
  /** Accounts that ever made an order. */
  readonly traders: Map<Address, Trader>;
  /** By number, from the genesis block. A block's id starts with its number, so no index by id is needed. */
  readonly blocks: List<StoredBlock>;
  /** Transaction id → its position. */
  readonly transactions: Map<Hex, TransactionPosition>;
  /** What a fork builds on. Only the accessors read it. */
  readonly base?: ForkBase;
}

export interface TransactionPosition {
  /** Number of the block. */
  readonly block: number;
  /** Index among the block's transactions. */
  readonly index: number;
}

/**
 * The one mutable cell around the ledger: `const mark = state.root` takes a snapshot, and `state.root = mark` restores
 * it.
 */
export interface State {
  root: Root;
}

/** Creates a cell that starts at a root. */
export function createState(root: Root): State {
  return { root };
}
