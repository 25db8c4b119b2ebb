import { type Hex, type Milliseconds, type Slot } from '../../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../../protocol/time.ts';
import { readFromBase } from '../read-from-base.ts';
import { type StoredBlock } from '../records/stored-block.ts';
import { type Root, type State, type TransactionPosition } from '../root.ts';
import { noteRecord } from '../unknowns.ts';
import { existingRecord } from './existing-record.ts';

/** The head block. While a block is being applied, its parent. */
export function headBlock(state: State): StoredBlock {
  const { blocks } = state.root;
  return existingRecord(blocks.last() ?? getBlock(state, blocks.size - 1), 'block', 'head');
}

/** Finds a block of the chain by its number; undefined if the chain has not reached it. */
export function getBlock({ root }: State, number: number): StoredBlock | undefined {
  if (number < 0) return undefined;
  const block = root.blocks.get(number);
  if (block !== undefined || root.base === undefined || number >= root.base.source.number) return block;
  return readFromBase(root, 'block', String(number));
}

/** The blocks of the chain from one number until before another, if the chain has them. */
export function blocksBetween(state: State, from: number, to: number): readonly StoredBlock[] {
  const found: StoredBlock[] = [];
  for (let number = Math.max(0, from); number < Math.min(to, state.root.blocks.size); number++)
    found.push(existingRecord(getBlock(state, number), 'block', number));
  return found;
}

/** Finds a transaction's position in the chain. */
export function transactionPosition({ root }: State, id: Hex): TransactionPosition | undefined {
  noteRecord(root, id);
  return root.transactions.get(id) ?? readFromBase(root, 'transaction', id);
}

/** Whether a transaction is in the chain. It can only be in a block after the one that it refers to. */
export function isInChain(state: State, id: Hex, { referencedBlock }: { readonly referencedBlock: number }): boolean {
  const { base, transactions } = state.root;
  // The block was made after the ledger began, so nothing has to be read.
  if (base !== undefined && referencedBlock >= base.source.number) return transactions.has(id);
  return transactionPosition(state, id) !== undefined;
}

/** A block of the chain by its id. */
export function getBlockById(state: State, id: Hex): StoredBlock | undefined {
  if (id.length !== 64) return undefined;
  const block = getBlock(state, Number(`0x${id.slice(0, 16)}`));
  return block?.id === id ? block : undefined;
}

/** The latest block that can no longer be replaced. docs/protocol/blocks.md, Statistics. */
export function solidBlock(state: State): StoredBlock {
  const { solidifiedNumber } = state.root.properties;
  return existingRecord(getBlock(state, solidifiedNumber), 'block', solidifiedNumber);
}

/** The latest block that nothing can replace: the solid one, or the ledger's first block if that is later. */
export function finalBlock(state: State): StoredBlock {
  const { base, properties } = state.root;
  const number = Math.max(properties.solidifiedNumber, base?.source.number ?? 0);
  return existingRecord(getBlock(state, number), 'block', number);
}

/** Block 0. */
export function firstBlock({ blocks }: Root): StoredBlock {
  return existingRecord(blocks.first(), 'block', 0);
}

/** Time of the head block, the current time for all transactions. */
export function headTime(state: State): Milliseconds {
  return headBlock(state).timestamp;
}

/** Whole block intervals from the genesis block to a time. docs/protocol/blocks.md, Slots. */
export function slotAt({ root }: State, time: Milliseconds): Slot {
  return Math.floor((time - firstBlock(root).timestamp) / BLOCK_INTERVAL_MS);
}

/** The head block's slot: the unit in which resources recover. */
export function headSlot(state: State): Slot {
  return slotAt(state, headTime(state));
}

/** Makes a block the head. */
export function appendBlock(state: State, block: StoredBlock): void {
  state.root = { ...state.root, blocks: state.root.blocks.push(block) };
}

/** Records the position of a transaction in the block that is being applied. */
export function indexTransaction(state: State, id: Hex, index: number): void {
  const { root } = state;
  state.root = { ...root, transactions: root.transactions.set(id, { block: root.blocks.size, index }) };
}
