import { type List } from 'immutable';
import { priceHistoryOf, setBalance } from '../../control/state-overrides.ts';
import { readHeader, storedBlock } from '../../ledger/execution/block.ts';
import { encodedTransactionsRoot } from '../../protocol/messages/ids.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getBlock, transactionPosition } from '../../state/accessors/blocks.ts';
import { setListedParameter, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { existingRecord } from '../../state/accessors/existing-record.ts';
import { changeBlock, type StoredBlock } from '../../state/records/stored-block.ts';
import { createState, type State } from '../../state/root.ts';
import { type FalsifiedLedger, type FalseStatement } from './false-statement.ts';
import { falsifyBlock, falseSignature, type BlockContent, type BlockStatement } from './falsify-block.ts';

/** Returns a ledger in which false statements are true. The given one is not changed. */
export type Falsify = (state: State) => State;

const known = /* @__PURE__ */ new WeakMap<FalsifiedLedger, Falsify>();

/** Returns the function that falsifies a ledger, the same for the same object. It keeps the latest chain that it built. */
export function falsifierOf(ledger: FalsifiedLedger): Falsify {
  const falsify = known.get(ledger) ?? createFalsifier(ledger);
  known.set(ledger, falsify);
  return falsify;
}

function createFalsifier({ statements, headers = 'rebuilt' }: FalsifiedLedger): Falsify {
  const rebuild = createRebuild(headers);
  return (state) => {
    const falsified = createState(state.root);
    const byBlock = statementsByBlock(state, statements);
    if (byBlock.size > 0) replaceBlocks(falsified, rebuild(state, byBlock), byBlock);
    for (const statement of statements) falsifyState(falsified, statement);
    return falsified;
  };
}

/** The false statements about blocks, by the number of the block. The transactions of block 0 are in no index. */
function statementsByBlock(
  state: State,
  statements: readonly FalseStatement[],
): ReadonlyMap<number, readonly BlockStatement[]> {
  const byBlock = new Map<number, BlockStatement[]>();
  for (const statement of statements) {
    if (statement.kind === 'balance' || statement.kind === 'parameter') continue;
    const number =
      statement.kind === 'transfer' ? statement.blockNumber : transactionPosition(state, statement.txID)?.block;
    if (number !== undefined) byBlock.set(number, [...(byBlock.get(number) ?? []), statement]);
  }
  return byBlock;
}

function falsifyState(state: State, statement: FalseStatement): void {
  if (statement.kind === 'balance') return setBalance(state, statement.address, statement.balance);
  if (statement.kind === 'parameter') return falsifyParameter(state, statement);
  if (statement.kind !== 'transfer' || statement.blockNumber >= state.root.blocks.size) return;
  const { owner, to, amount } = statement;
  const paid = balanceOf(state, owner) - amount;
  setBalance(state, owner, paid < 0n ? 0n : paid);
  setBalance(state, to, balanceOf(state, to) + amount);
}

/** The latest entry of a price's history keeps its time, so the history stays the same while blocks are made. */
function falsifyParameter(state: State, { name, value }: Extract<FalseStatement, { kind: 'parameter' }>): void {
  setListedParameter(state, name, value);
  const history = priceHistoryOf(name);
  if (history === undefined) return;
  updateProperties(state, { [history]: state.root.properties[history].replace(/[^:]*$/, String(value)) });
}

const balanceOf = (state: State, address: string): bigint => getAccount(state, address)?.balance ?? 0n;

/** Replaces the chain, and the positions of the transactions in falsified blocks. */
function replaceBlocks(
  state: State,
  blocks: List<StoredBlock>,
  byBlock: ReadonlyMap<number, readonly BlockStatement[]>,
): void {
  const { root } = state;
  const transactions = root.transactions.withMutations((positions) => {
    for (const [number, statements] of byBlock) {
      // No block has this number, so nothing is found there.
      for (const statement of statements)
        if (statement.kind === 'withheld') positions.set(statement.txID, { block: -1, index: 0 });
      blocks.get(number)?.transactions.forEach(({ id }, index) => positions.set(id, { block: number, index }));
    }
  });
  state.root = { ...root, blocks, transactions };
}

type Rebuild = (state: State, byBlock: ReadonlyMap<number, readonly BlockStatement[]>) => List<StoredBlock>;

/** Creates the function that rebuilds a chain. It continues from the latest chain if that has the same beginning. */
function createRebuild(headers: 'rebuilt' | 'kept'): Rebuild {
  let latest: { readonly original: List<StoredBlock>; readonly falsified: List<StoredBlock> } | undefined;

  /** The falsified beginning that is already known. Blocks name their parents, so equal blocks have equal beginnings. */
  const knownPart = ({ root: { blocks } }: State): List<StoredBlock> | undefined => {
    if (latest === undefined) return undefined;
    const size = Math.min(latest.original.size, blocks.size);
    const last = blocks.get(size - 1);
    return last !== undefined && last === latest.original.get(size - 1) ? latest.falsified.take(size) : undefined;
  };

  return (state, byBlock) => {
    const { blocks } = state.root;
    let falsified = knownPart(state) ?? blocks.take(Math.min(...byBlock.keys()));
    if (falsified.size === blocks.size) return falsified;
    while (falsified.size < blocks.size)
      falsified = falsified.push(nextBlock(state, falsified, byBlock.get(falsified.size)));
    latest = { original: blocks, falsified };
    return falsified;
  };

  /** The block that follows the falsified ones. */
  function nextBlock(
    state: State,
    falsified: List<StoredBlock>,
    statements: readonly BlockStatement[] | undefined,
  ): StoredBlock {
    const original = existingBlock(state, falsified.size);
    const content = statements === undefined ? original : falsifyBlock(original, statements);
    if (headers === 'kept') return changeBlock(original, content);
    return linkedBlock(
      original,
      content,
      existingBlock(createState({ ...state.root, blocks: falsified }), falsified.size - 1),
    );
  }
}

const existingBlock = (state: State, number: number): StoredBlock =>
  existingRecord(getBlock(state, number), 'block', number);

/** A block with other contents or another parent. If that changes its header, nobody has signed it. */
function linkedBlock(original: StoredBlock, { transactions, infos }: BlockContent, parent: StoredBlock): StoredBlock {
  const header = readHeader(original);
  const txTrieRoot = encodedTransactionsRoot(transactions.map(({ bytes }) => bytes));
  if (header.txTrieRoot === txTrieRoot && header.parentHash === parent.id) return changeBlock(original, { infos });
  const block = storedBlock({ ...header, txTrieRoot, parentHash: parent.id }, { transactions, infos });
  return { ...block, signature: falseSignature(block.id) };
}
