import { List } from 'immutable';
import { type WitnessSigner } from '../crypto/witness-signer.ts';
import { type TransactionOutcome } from '../ledger/execution/apply-transaction.ts';
import { type PreparedTransaction } from '../ledger/execution/prepared-transaction.ts';
import { findUnknownRules } from '../ledger/governance/unknown-rules.ts';
import { type NetworkDescription } from '../network/network-description.ts';
import { type TriggerSmartContract } from '../protocol/messages/contract-messages.ts';
import { type MessageOf } from '../protocol/messages/schema.ts';
import { type Address, type Milliseconds } from '../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';
import { headTime } from '../state/accessors/blocks.ts';
import { InterruptedError } from '../state/interrupted-error.ts';
import { type ForkUnknown } from '../state/records/fork-unknown.ts';
import { createState, type Root, type State } from '../state/root.ts';
import { type Tracing } from '../vm/machine/trace.ts';
import { genesisRoot } from './genesis/genesis.ts';
import { type MiningMode } from './mining-mode.ts';
import { type WallClock } from './wall-clock.ts';

/** An accepted transaction that no block contains, with the result of executing it on the newest ledger. */
export interface PendingTransaction extends PreparedTransaction {
  readonly contractResult: TransactionOutcome['contractResult'];
}

/** The complete state of a node at one moment. It is immutable: keeping it takes a snapshot, setting it reverts. */
export interface Ledger {
  /** The state after the head block. */
  readonly head: Root;
  /** The states after earlier blocks, newest last, as far back as the solid port may need. */
  readonly older: List<Root>;
  /** The states before the latest blocks with transactions, newest last, from which traces start. */
  readonly traceable: List<Root>;
  /** Pending transactions, and the ledger after applying them. */
  readonly pending: { readonly root: Root; readonly transactions: readonly PendingTransaction[] } | undefined;
  /** Accounts whose transactions are accepted without a signature. */
  readonly impersonated: readonly Address[];
  /** The node's time in milliseconds since 1970, or its offset from the machine's under wall clock. See {@link now}. */
  readonly clockOffset: Milliseconds;
  /** The time set for the next block. */
  readonly nextBlockTime: Milliseconds | undefined;
  /** The genesis ledger, while the node has only its opening blocks. An imported block 1 replaces them. */
  readonly beforeOpening: Root | undefined;
  /** The {@link realTime} at which this node produced the head block. Absent for an imported block. */
  readonly producedAt: Milliseconds | undefined;
}

/** A chain in this process: one mutable cell, the ledger, and its settings. */
export interface Chain {
  readonly network: NetworkDescription<bigint>;
  /** Names of rules that this node may lack. */
  readonly acceptUnknown: readonly string[];
  readonly signer: WitnessSigner;
  /** Minimum number of blocks that the solid port stays behind the head. */
  readonly solidityLag: number | undefined;
  /** Steps after which an execution runs out of time; may be infinite. */
  readonly stepLimit: number;
  /** Watches broadcast transactions and constant calls, each once. */
  readonly tracing: Tracing;
  /** Absent under test time, which advances only with blocks, requests and controls. */
  readonly wallClock: WallClock | undefined;
  mining: MiningMode;
  ledger: Ledger;
  /** Called after each constant call that a client makes. */
  readonly callWatchers: ((state: State, call: MessageOf<typeof TriggerSmartContract>) => void)[];
  /** Under wall clock, produces a block of the pending transactions after this time, once the head may advance. */
  mineLater: (ms: Milliseconds) => void;
  /** Save state outside the ledger that operations change. Each returns a function that restores it. */
  readonly keepers: (() => () => void)[];
}

export interface ChainOptions {
  /** The ledger to continue from, in place of the genesis block. */
  readonly head?: Root;
  readonly network: NetworkDescription<bigint>;
  readonly acceptUnknown: readonly string[];
  readonly signer: WitnessSigner;
  /** The node's start time; ignored under wall clock. */
  readonly clock: Milliseconds;
  readonly wallClock: WallClock | undefined;
  readonly mining: MiningMode;
  readonly solidityLag: number | undefined;
  readonly stepLimit: number;
  readonly tracing: Tracing;
}

/** Creates a chain with only its genesis block, or one that continues from another block. */
export function createChain({ clock, head: start, ...settings }: ChainOptions): Chain {
  const head = start ?? genesisRoot(settings.network);
  const ledger: Ledger = {
    head,
    older: List(),
    traceable: List(),
    pending: undefined,
    impersonated: [],
    clockOffset: settings.wallClock === undefined ? Math.max(clock, settings.network.genesis.timestamp) : 0,
    nextBlockTime: undefined,
    beforeOpening: undefined,
    producedAt: undefined,
  };
  return { ...settings, ledger, callWatchers: [], mineLater: () => undefined, keepers: [] };
}

/** The rules of the chain's ledger that this node lacks, on which every result depends. */
export function unknownRules({ acceptUnknown, ledger }: Chain): readonly ForkUnknown[] {
  if (acceptUnknown.length === 0) return [];
  return findUnknownRules(ledger.head).map(({ name }) => ({ kind: 'rule', subject: name }));
}

/**
 * The ledger that the full node's port shows: the head block's with pending transactions applied. Changes to the
 * returned state are lost.
 */
export function latestState({ ledger }: Chain): State {
  return createState(ledger.pending?.root ?? ledger.head);
}

/**
 * The ledger that the solid port shows: as of the solidified block, and at least `solidityLag` blocks behind the head.
 *
 * With instant mining and no configured lag, an idle node's head becomes solid after one block interval. Otherwise a
 * client that waits for solidity would wait for the next transaction.
 *
 * Source: docs/protocol/blocks.md, Statistics.
 */
export function solidState(chain: Chain): State {
  const { producedAt } = chain.ledger;
  const isIdle = producedAt !== undefined && realTime(chain) - producedAt >= BLOCK_INTERVAL_MS;
  const root = solidRoot(chain, isIdle);
  // The solid port shows the state in the node's database.
  return createState({ ...root, properties: { ...root.properties, flushedNumber: root.blocks.size - 1 } });
}

/**
 * The number of blocks after the solid one, which a fork can replace. The machine's clock makes no block final here:
 * otherwise a test could replace its last block on a fast machine only.
 */
export function replaceableBlocks(chain: Chain): number {
  return chain.ledger.head.blocks.size - solidRoot(chain, false).blocks.size;
}

/** The root of the solid block. `isIdle`: a block interval has passed without a block by the machine's clock. */
function solidRoot(chain: Chain, isIdle: boolean): Root {
  const { ledger, mining, solidityLag } = chain;
  const { head, older, producedAt } = ledger;
  const isInstant = solidityLag === undefined && mining.kind === 'instant' && producedAt !== undefined;
  if (isInstant && (isIdle || now(chain) - headTime(createState(head)) >= BLOCK_INTERVAL_MS)) return head;
  const behind = blocksBehind(chain, head);
  return behind === 0 ? head : (older.get(older.size - behind) ?? older.first() ?? head);
}

/**
 * After an imported block, the solid port shows what a node's database would contain, which excludes the block before
 * an empty one.
 */
function blocksBehind({ solidityLag = 1, ledger }: Chain, head: Root): number {
  const number = head.blocks.size - 1;
  const { solidifiedNumber, flushedNumber } = head.properties;
  const solid = ledger.producedAt === undefined ? flushedNumber : solidifiedNumber;
  return Math.max(Math.min(number, solidityLag), number - solid);
}

/**
 * The number of latest blocks with transactions that can be traced. They cover a test's recent work in a few megabytes.
 */
export const TRACEABLE_BLOCKS = 1000;

/** The number of latest blocks whose outcomes may be encoded later. Encoded outcomes take a tenth of the memory. */
const UNREAD_BLOCKS = 256;

/** Takes a value of a block, which is computed when it is first read. */
const keepComputed = (_value: unknown): void => undefined;

/** Makes a new root the head, and keeps the previous one for as long as the solid port needs it. */
export function advanceHead(chain: Chain, head: Root): void {
  const { ledger } = chain;
  const { blocks } = ledger.head;
  // Each block knows its parent's id, so an id is never computed from that of many ancestors.
  keepComputed(blocks.last()?.id);
  keepComputed(blocks.get(Math.max(0, blocks.size - UNREAD_BLOCKS))?.infos);
  chain.ledger = { ...ledger, producedAt: undefined };
  const older = ledger.older.push(ledger.head).takeLast(blocksBehind(chain, head));
  const hasTransactions = (head.blocks.last()?.transactions.length ?? 0) > 0;
  const traceable = hasTransactions ? ledger.traceable.push(ledger.head).takeLast(TRACEABLE_BLOCKS) : ledger.traceable;
  chain.ledger = { ...ledger, head, older, traceable, producedAt: undefined };
}

/** Returns a function that restores the ledger, and the state kept beside it, as they are now. */
export function keepChain(chain: Chain): () => void {
  const { ledger } = chain;
  const restorers = chain.keepers.map((keep) => keep());
  return () => {
    chain.ledger = ledger;
    for (const restore of restorers) restore();
  };
}

/** Runs an operation. If it is interrupted, restores the chain, so the operation can run again. */
export function undoIncomplete<T>(chain: Chain, operation: () => T): T {
  const restore = keepChain(chain);
  try {
    return operation();
  } catch (error) {
    if (error instanceof InterruptedError) restore();
    throw error;
  }
}

/** The node's time, milliseconds since 1970. */
export function now({ ledger, wallClock }: Pick<Chain, 'ledger' | 'wallClock'>): Milliseconds {
  return ledger.clockOffset + (wallClock?.read() ?? 0);
}

/** The machine's time. Under wall clock, controls can add to it. */
export function realTime(chain: Pick<Chain, 'ledger' | 'wallClock'>): Milliseconds {
  return chain.wallClock === undefined ? Date.now() : now(chain);
}

/** Advances the clock to a time. An earlier time has no effect. */
export function advanceClock(chain: Chain, time: Milliseconds): void {
  const { ledger } = chain;
  const missing = time - now(chain);
  if (missing > 0) chain.ledger = { ...ledger, clockOffset: ledger.clockOffset + missing };
}

/**
 * Under test time each request takes a millisecond, so two equal requests build different transactions. Under wall clock
 * they build the same one within a millisecond, as on a real node.
 */
export function passRequest(chain: Chain): void {
  if (chain.wallClock === undefined) advanceClock(chain, now(chain) + 1);
}

/** Advances the clock to a new head. Under wall clock, only if the head is further ahead than allowed. */
export function followHead(chain: Chain, time: Milliseconds): void {
  advanceClock(chain, time - (chain.wallClock?.maxAheadMs ?? 0));
}
