import {
  Transaction,
  TransactionInfo,
  type TransactionInfoMessage,
  type TransactionMessage,
} from '../../protocol/messages/messages.ts';
import { decode } from '../../protocol/messages/wire.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { getBlock, transactionPosition } from '../../state/accessors/blocks.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { type State } from '../../state/root.ts';

/** A transaction of a block. */
export interface MinedTransaction {
  readonly block: StoredBlock;
  readonly index: number;
  readonly id: Hex;
  readonly message: TransactionMessage;
  /** Absent in the genesis block. */
  readonly info: TransactionInfoMessage | undefined;
}

/** A transaction of a block by its position; undefined beyond the last. */
export function transactionAt(block: StoredBlock, index: number): MinedTransaction | undefined {
  const stored = block.transactions[index];
  if (stored === undefined) return undefined;
  return { block, index, id: stored.id, message: decode(Transaction, stored.bytes), info: infoAt(block, index) };
}

function infoAt({ infos }: StoredBlock, index: number): TransactionInfoMessage | undefined {
  const bytes = infos[index];
  return bytes && decode(TransactionInfo, bytes);
}

/** The transactions of a block, in order. */
export function transactionsOf(block: StoredBlock): readonly MinedTransaction[] {
  return block.transactions.flatMap((_, index) => transactionAt(block, index) ?? []);
}

/** The outcomes of a block's transactions before a position. */
export function infosBefore(block: StoredBlock, index: number): readonly TransactionInfoMessage[] {
  return block.infos.slice(0, index).map((bytes) => decode(TransactionInfo, bytes));
}

/** Finds a transaction with an outcome by its id. Those of the genesis block have none. */
export function findMined(state: State, id: Hex): MinedTransaction | undefined {
  const place = transactionPosition(state, id);
  const block = place && getBlock(state, place.block);
  const found = block && transactionAt(block, place.index);
  return found?.info === undefined ? undefined : found;
}

/** Energy that a transaction used, regardless of who paid for it. */
export const energyUsed = ({ info }: Pick<MinedTransaction, 'info'>): bigint => info?.receipt?.energy_usage_total ?? 0n;

/** The price of energy at a time: the latest change before it, or else the current price. */
export function energyPriceAt(state: State, time: number): bigint {
  const history = state.root.properties.energyPriceHistory.split(',').map((entry) => entry.split(':'));
  const entry = history.findLast(([since = '']) => time > Number(since));
  return entry?.[1] === undefined ? getParameter(state, 'getEnergyFee') : BigInt(entry[1]);
}
