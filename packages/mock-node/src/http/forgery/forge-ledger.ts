import { type List } from 'immutable';
import { priceHistoryOf, setBalance } from '../../control/state-overrides.ts';
import { readHeader, storedBlock } from '../../ledger/execution/block.ts';
import { merkleRoot, sha256 } from '../../protocol/hash.ts';
import { bytesToHex } from '../../protocol/hex.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getBlock, transactionPosition } from '../../state/accessors/blocks.ts';
import { setListedParameter, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { existingRecord } from '../../state/accessors/existing-record.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { createState, type State } from '../../state/root.ts';
import { forgeBlock, forgedSignature, type BlockContent, type BlockForgery } from './forge-block.ts';
import { type ForgedLedger, type Forgery } from './forgery.ts';

/** Returns a ledger in which forgeries are true. The given one is not changed. */
export type Forge = (state: State) => State;

/** Creates the function that forges a ledger. It keeps the latest chain that it rebuilt. */
export function createForge({ forgeries, headers = 'rebuilt' }: ForgedLedger): Forge {
  const rebuild = createRebuild(headers);
  return (state) => {
    const forged = createState(state.root);
    const byBlock = forgeriesByBlock(state, forgeries);
    if (byBlock.size > 0) replaceBlocks(forged, rebuild(state, byBlock), byBlock);
    for (const forgery of forgeries) forgeState(forged, forgery);
    return forged;
  };
}

/** The forgeries that are about blocks, by the number of the block. The transactions of block 0 are in no index. */
function forgeriesByBlock(state: State, forgeries: readonly Forgery[]): ReadonlyMap<number, readonly BlockForgery[]> {
  const byBlock = new Map<number, BlockForgery[]>();
  for (const forgery of forgeries) {
    if (forgery.kind === 'balance' || forgery.kind === 'parameter') continue;
    const number = forgery.kind === 'transfer' ? forgery.blockNumber : transactionPosition(state, forgery.txID)?.block;
    if (number !== undefined) byBlock.set(number, [...(byBlock.get(number) ?? []), forgery]);
  }
  return byBlock;
}

function forgeState(state: State, forgery: Forgery): void {
  if (forgery.kind === 'balance') return setBalance(state, forgery.address, forgery.balance);
  if (forgery.kind === 'parameter') return forgeParameter(state, forgery);
  if (forgery.kind !== 'transfer' || forgery.blockNumber >= state.root.blocks.size) return;
  const { owner, to, amount } = forgery;
  const paid = balanceOf(state, owner) - amount;
  setBalance(state, owner, paid < 0n ? 0n : paid);
  setBalance(state, to, balanceOf(state, to) + amount);
}

/** The latest entry of a price's history keeps its time, so the history stays the same while blocks are made. */
function forgeParameter(state: State, { name, value }: Extract<Forgery, { kind: 'parameter' }>): void {
  setListedParameter(state, name, value);
  const history = priceHistoryOf(name);
  if (history === undefined) return;
  updateProperties(state, { [history]: state.root.properties[history].replace(/[^:]*$/, String(value)) });
}

const balanceOf = (state: State, address: string): bigint => getAccount(state, address)?.balance ?? 0n;

/** Replaces the chain, and the positions of the transactions in forged blocks. */
function replaceBlocks(
  state: State,
  blocks: List<StoredBlock>,
  byBlock: ReadonlyMap<number, readonly BlockForgery[]>,
): void {
  const { root } = state;
  const transactions = root.transactions.withMutations((positions) => {
    for (const [number, forgeries] of byBlock) {
      // No block has this number, so nothing is found there.
      for (const forgery of forgeries)
        if (forgery.kind === 'withheld') positions.set(forgery.txID, { block: -1, index: 0 });
      blocks.get(number)?.transactions.forEach(({ id }, index) => positions.set(id, { block: number, index }));
    }
  });
  state.root = { ...root, blocks, transactions };
}

type Rebuild = (state: State, byBlock: ReadonlyMap<number, readonly BlockForgery[]>) => List<StoredBlock>;

/** Creates the function that rebuilds a chain. It continues from the latest chain if that has the same beginning. */
function createRebuild(headers: 'rebuilt' | 'kept'): Rebuild {
  let latest: { readonly original: List<StoredBlock>; readonly forged: List<StoredBlock> } | undefined;

  /** The forged beginning that is already known. Blocks name their parents, so equal blocks have equal beginnings. */
  const knownPart = ({ root: { blocks } }: State): List<StoredBlock> | undefined => {
    if (latest === undefined) return undefined;
    const size = Math.min(latest.original.size, blocks.size);
    const last = blocks.get(size - 1);
    return last !== undefined && last === latest.original.get(size - 1) ? latest.forged.take(size) : undefined;
  };

  return (state, byBlock) => {
    const { blocks } = state.root;
    let forged = knownPart(state) ?? blocks.take(Math.min(...byBlock.keys()));
    if (forged.size === blocks.size) return forged;
    while (forged.size < blocks.size) forged = forged.push(nextBlock(state, forged, byBlock.get(forged.size)));
    latest = { original: blocks, forged };
    return forged;
  };

  /** The block that follows the forged ones. */
  function nextBlock(
    state: State,
    forged: List<StoredBlock>,
    forgeries: readonly BlockForgery[] | undefined,
  ): StoredBlock {
    const original = existingBlock(state, forged.size);
    const content = forgeries === undefined ? original : forgeBlock(original, forgeries);
    if (headers === 'kept') return { ...original, ...content };
    return linkedBlock(
      original,
      content,
      existingBlock(createState({ ...state.root, blocks: forged }), forged.size - 1),
    );
  }
}

const existingBlock = (state: State, number: number): StoredBlock =>
  existingRecord(getBlock(state, number), 'block', number);

/** A block with other contents or another parent. If that changes its header, nobody has signed it. */
function linkedBlock(original: StoredBlock, { transactions, infos }: BlockContent, parent: StoredBlock): StoredBlock {
  const header = readHeader(original);
  const txTrieRoot = bytesToHex(merkleRoot(transactions.map(({ bytes }) => sha256(bytes))));
  if (header.txTrieRoot === txTrieRoot && header.parentHash === parent.id) return { ...original, infos };
  const block = storedBlock({ ...header, txTrieRoot, parentHash: parent.id }, { transactions, infos });
  return { ...block, signature: forgedSignature(block.id) };
}
