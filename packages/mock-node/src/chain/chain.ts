import { List } from 'immutable';
import { type WitnessSigner } from '../crypto/witness-signer.ts';
import { type TransactionOutcome } from '../ledger/execution/apply-transaction.ts';
import { type PreparedTransaction } from '../ledger/execution/prepared-transaction.ts';
import { type NetworkDescription } from '../network/network-description.ts';
import { type Address, type Milliseconds } from '../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';
import { headTime } from '../state/blocks.ts';
import { InterruptedError } from '../state/interrupted-error.ts';
import { createState, type Root, type State } from '../state/root.ts';
import { type Tracing } from '../vm/machine/trace.ts';
import { genesisRoot } from './genesis.ts';
import { type MiningMode } from './mining-mode.ts';
import { type WallClock } from './wall-clock.ts';
import { noBudget, type WorkBudget } from './work-budget.ts';

/** A transaction that was accepted and is in no block, and what its execution on the newest ledger resulted in. */
export interface PendingTransaction extends PreparedTransaction {
  readonly contractResult: TransactionOutcome['contractResult'];
}

/** The whole state of a node at a moment, immutable: keeping it is a snapshot, setting it is a revert. */
export interface Ledger {
  /** As of the head block. */
  readonly head: Root;
  /** As of blocks before the head, the newest last, as far back as the solid port may have to read. */
  readonly older: List<Root>;
  /** As of before the latest blocks with transactions, the newest last: where a trace starts from. */
  readonly traceable: List<Root>;
  /** Pending transactions, and the ledger with them applied. */
  readonly pending:
    | { readonly root: Root; readonly transactions: readonly PendingTransaction[]; readonly work: number }
    | undefined;
  /** Accounts whose broadcast transactions need no signature. */
  readonly impersonated: readonly Address[];
  /** The node's time: milliseconds since 1970, or under wall clock how far it is ahead of that. See {@link now}. */
  readonly clockOffset: Milliseconds;
  /** Time that the next block was set to have. */
  readonly nextBlockTime: Milliseconds | undefined;
  /** The ledger at genesis, while the node has only its opening blocks, which an imported block 1 replaces. */
  readonly beforeOpening: Root | undefined;
  /** The {@link realTime} at which this node produced the head block; absent where it imported it. */
  readonly producedAt: Milliseconds | undefined;
}

/** A chain in this process: one mutable cell, the ledger, and its settings. */
export interface Chain {
  readonly network: NetworkDescription<bigint>;
  readonly signer: WitnessSigner;
  /** Blocks by which the solid port stays behind the head at least. */
  readonly solidityLag: number | undefined;
  /** Work of the virtual machine beyond which what a request runs is out of time; may be infinite. */
  readonly workLimit: number;
  /** Of the request that is being answered. */
  budget: WorkBudget;
  /** Watches what is broadcast and constant calls, each once. */
  readonly tracing: Tracing;
  /** Absent under test time, which passes only by blocks, requests and controls. */
  readonly wallClock: WallClock | undefined;
  mining: MiningMode;
  ledger: Ledger;
  /** Produces a block of the pending transactions as soon as the head may advance. */
  mineLater: () => void;
  /** Of state beside the ledger that operations change: each gives what restores it as it is now. */
  readonly keepers: (() => () => void)[];
}

export interface ChainOptions {
  /** The ledger to go on from in place of the genesis block. */
  readonly head?: Root;
  readonly network: NetworkDescription<bigint>;
  readonly signer: WitnessSigner;
  /** The time at which the node starts; without effect under wall clock. */
  readonly clock: Milliseconds;
  readonly wallClock: WallClock | undefined;
  readonly mining: MiningMode;
  readonly solidityLag: number | undefined;
  readonly workLimit: number;
  readonly tracing: Tracing;
}

/** A chain that consists of its genesis block, or goes on where another one is. */
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
  return { ...settings, budget: noBudget(), ledger, mineLater: () => undefined, keepers: [] };
}

/**
 * The ledger as the full node's port shows it: the head block's, with pending transactions applied. Changes to the
 * returned state are lost.
 */
export function latestState({ ledger }: Chain): State {
  return createState(ledger.pending?.root ?? ledger.head);
}

/**
 * The ledger as the solid port shows it: as of the solidified block, and at least `solidityLag` blocks behind the head.
 *
 * With instant mining and without a lag that was asked for, an idle node's head block becomes solid after the time of
 * one block: otherwise whoever waits for that would wait for the next transaction.
 *
 * Source: docs/protocol/blocks.md, Statistics.
 */
export function solidState(chain: Chain): State {
  const { head, older } = chain.ledger;
  const behind = isSettled(chain) ? 0 : blocksBehind(chain, head);
  const root = behind === 0 ? head : (older.get(older.size - behind) ?? older.first() ?? head);
  // What the solid port shows is what the node has in its database.
  return createState({ ...root, properties: { ...root.properties, flushedNumber: root.blocks.size - 1 } });
}

/**
 * Whether no block is to be expected: mining is instant and no transaction has come for as long as a block takes, by
 * this node's clock or the machine's.
 */
function isSettled(chain: Chain): boolean {
  const { ledger, mining, solidityLag } = chain;
  if (solidityLag !== undefined || mining.kind !== 'instant' || ledger.producedAt === undefined) return false;
  const age = now(chain) - headTime(createState(ledger.head));
  return age >= BLOCK_INTERVAL_MS || realTime(chain) - ledger.producedAt >= BLOCK_INTERVAL_MS;
}

/**
 * After an imported block the solid port shows what a node would have in its database then, without the block before an
 * empty one.
 */
function blocksBehind({ solidityLag = 1, ledger }: Chain, head: Root): number {
  const number = head.blocks.size - 1;
  const { solidifiedNumber, flushedNumber } = head.properties;
  const solid = ledger.producedAt === undefined ? flushedNumber : solidifiedNumber;
  return Math.max(Math.min(number, solidityLag), number - solid);
}

/**
 * How many of the latest blocks with transactions can be traced.
 *
 * Decision: what a test has just done, and some megabytes at most.
 */
export const TRACEABLE_BLOCKS = 1000;

/** Makes a new root the head. The previous one is kept for as long as the solid port needs it. */
export function advanceHead(chain: Chain, head: Root): void {
  const { ledger } = chain;
  chain.ledger = { ...ledger, producedAt: undefined };
  const older = ledger.older.push(ledger.head).takeLast(blocksBehind(chain, head));
  const hasTransactions = (head.blocks.last()?.transactions.length ?? 0) > 0;
  const traceable = hasTransactions ? ledger.traceable.push(ledger.head).takeLast(TRACEABLE_BLOCKS) : ledger.traceable;
  chain.ledger = { ...ledger, head, older, traceable, producedAt: undefined };
}

/** Gives what restores the ledger, and what is kept beside it, as they are now. */
export function keepChain(chain: Chain): () => void {
  const { ledger } = chain;
  const restorers = chain.keepers.map((keep) => keep());
  return () => {
    chain.ledger = ledger;
    for (const restore of restorers) restore();
  };
}

/** Runs an operation; where it is interrupted, the chain is as before, and it can run again. */
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

/** The machine's time; under wall clock with what controls have added to it. */
export function realTime(chain: Pick<Chain, 'ledger' | 'wallClock'>): Milliseconds {
  return chain.wallClock === undefined ? Date.now() : now(chain);
}

/** Advances the clock to a time; an earlier time changes nothing. */
export function advanceClock(chain: Chain, time: Milliseconds): void {
  const { ledger } = chain;
  const missing = time - now(chain);
  if (missing > 0) chain.ledger = { ...ledger, clockOffset: ledger.clockOffset + missing };
}

/** Under test time a request takes a millisecond, so that two equal requests build two transactions. */
export function passRequest(chain: Chain): void {
  if (chain.wallClock === undefined) advanceClock(chain, now(chain) + 1);
}

/** The time that a built transaction states; under wall clock no other one states it. */
export function buildTime(chain: Chain): Milliseconds {
  const { ledger, wallClock } = chain;
  return ledger.clockOffset + (wallClock?.readUnique() ?? 0);
}

/** Lets the clock follow a new head: under wall clock only where the head is further ahead than it may be. */
export function followHead(chain: Chain, time: Milliseconds): void {
  advanceClock(chain, time - (chain.wallClock?.maxAheadMs ?? 0));
}
