import { List } from 'immutable';
import { MockNodeError } from '../errors.ts';
import { Transaction } from '../protocol/messages.ts';
import { decode } from '../protocol/wire.ts';
import {
  CodecError,
  array,
  bytes,
  fieldsOf,
  integer,
  optional,
  record,
  text,
  type JsonObject,
} from '../state/codecs/codec.ts';
import { olderRootCodec, rootCodec } from '../state/codecs/root-codec.ts';
import { type Chain, type Ledger } from './chain.ts';
import { genesisBlock } from './genesis.ts';
import { reapplyPending } from './pending.ts';
import { prepareTransaction } from '../ledger/execution/prepared-transaction.ts';
import { firstBlock } from '../state/blocks.ts';

const FORMAT = 'coin-mock-node';
const VERSION = 1;

/** The whole state of a node as JSON: blocks, receipts, accounts, contracts, the clock. */
export type Dump = JsonObject;

const envelope = /* @__PURE__ */ record({
  format: text,
  version: integer,
  genesis: text,
  clock: integer,
  nextBlockTime: optional(integer),
  pending: array(bytes),
});

/**
 * Writes the whole state of a chain.
 *
 * Decision: blocks, transactions and infos are written as the protocol encodes them; what can be derived from them is
 * left out.
 */
export function dumpChain(chain: Chain): Dump {
  const { ledger, network } = chain;
  const { head, older, pending, clock, nextBlockTime } = ledger;
  const written = envelope.write({
    format: FORMAT,
    version: VERSION,
    genesis: genesisBlock(network.genesis).id,
    clock,
    ...(nextBlockTime !== undefined && { nextBlockTime }),
    pending: pending?.transactions.map((transaction) => transaction.bytes) ?? [],
  });
  const olderRoot = olderRootCodec(head);
  return {
    ...written,
    head: rootCodec.write(head),
    older: older.toArray().map((root) => olderRoot.write(root)),
  };
}

/**
 * Replaces the state of a chain by a dump of another chain with the same genesis.
 *
 * @throws MockNodeError `INVALID_DUMP`, naming what is wrong; the chain is unchanged.
 */
export function loadChain(chain: Chain, dump: unknown): void {
  const before = chain.ledger;
  try {
    const { ledger, pending } = readDump(chain, dump);
    const transactions = pending.map((encoded) => prepareTransaction(decode(Transaction, encoded)));
    chain.ledger =
      transactions.length === 0 ? ledger : { ...ledger, pending: { root: ledger.head, transactions, work: 0 } };
    reapplyPending(chain);
  } catch (error) {
    chain.ledger = before;
    if (error instanceof CodecError) throw invalidDump(error.path, error.problem);
    throw error;
  }
}

function readDump(
  { network }: Chain,
  dump: unknown,
): { readonly ledger: Ledger; readonly pending: readonly Uint8Array[] } {
  const { head: headJson, older: olderJson, ...rest } = fieldsOf(dump, 'the dump');
  if (rest['format'] !== FORMAT) throw invalidDump('format', `is not ${FORMAT}: this is not a dump of a mock node`);
  if (rest['version'] !== VERSION) {
    throw invalidDump('version', `is ${String(rest['version'])}, this software reads version ${VERSION}`);
  }
  const { genesis, clock, nextBlockTime, pending } = envelope.read(rest, 'dump');
  const own = genesisBlock(network.genesis).id;
  if (genesis !== own)
    throw invalidDump('genesis', `is ${genesis}, this node's is ${own}: it is another network's dump`);
  const head = rootCodec.read(headJson, 'head');
  if (firstBlock(head).id !== own) throw invalidDump('head.blocks[0]', 'is not the genesis block that the dump names');
  const older = List(array(olderRootCodec(head)).read(olderJson, 'older'));
  return {
    ledger: { head, older, pending: undefined, clock, nextBlockTime, beforeOpening: undefined, producedAt: Date.now() },
    pending,
  };
}

function invalidDump(path: string, problem: string): MockNodeError<'INVALID_DUMP'> {
  return new MockNodeError('INVALID_DUMP', { path, problem });
}
