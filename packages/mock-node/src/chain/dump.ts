import { List } from 'immutable';
import { isMockNodeError, MockNodeError } from '../errors.ts';
import { prepareTransaction, type PreparedTransaction } from '../ledger/execution/prepared-transaction.ts';
import { findUnknownRules } from '../ledger/governance/unknown-rules.ts';
import { type NetworkDescription } from '../network/network-description.ts';
import { networkDifference, networkJson } from '../network/network-json.ts';
import { parseNetworkDescription } from '../network/parse-network-description.ts';
import { Transaction } from '../protocol/messages/messages.ts';
import { decode, encode } from '../protocol/messages/wire.ts';
import { firstBlock, headTime } from '../state/accessors/blocks.ts';
import {
  CodecError,
  address,
  array,
  bytes,
  fieldsOf,
  integer,
  optional,
  record,
  text,
  time,
} from '../state/codecs/codec.ts';
import { olderRootCodec, readRoot, writeRoot } from '../state/codecs/root-codec.ts';
import { InterruptedError } from '../state/interrupted-error.ts';
import { requireKnown } from '../state/read-from-base.ts';
import { createState, type Root } from '../state/root.ts';
import { advanceClock, followHead, now, type Chain, type Ledger } from './chain.ts';
import { genesisBlock } from './genesis/genesis.ts';
import { reapplyPending } from './pending.ts';
import { mineBlock } from './produce-block.ts';

const FORMAT = 'coin-mock-node';
const VERSION = 1;

const envelope = /* @__PURE__ */ record({
  format: text,
  version: integer,
  genesis: text,
  clock: time,
  nextBlockTime: optional(time),
  pending: array(bytes),
  impersonated: optional(array(address)),
});

/**
 * Writes the complete state of a chain as JSON: blocks, receipts, accounts, contracts, the clock.
 *
 * Blocks, transactions and infos are written in the protocol's encoding. Anything that follows from them is omitted.
 */
export function dumpChain(chain: Chain): string {
  const { ledger, network } = chain;
  const { head, older, pending, impersonated, nextBlockTime } = ledger;
  requireKnown(head, 'dump');
  const written = envelope.write({
    format: FORMAT,
    version: VERSION,
    genesis: genesisBlock(network.genesis).id,
    clock: now(chain),
    ...(nextBlockTime !== undefined && { nextBlockTime }),
    pending: pending?.transactions.map(({ message }) => encode(Transaction, message)) ?? [],
    ...(impersonated.length > 0 && { impersonated }),
  });
  const olderRoot = olderRootCodec(head);
  const rest = JSON.stringify({
    ...written,
    older: older.toArray().map((root) => olderRoot.write(root)),
    network: networkJson(network),
  });
  return `{"head":${writeRoot(head)},${rest.slice(1)}`;
}

/**
 * Replaces the state of a chain with a dump of another chain of the same network.
 *
 * @throws MockNodeError `DUMP_INVALID`, naming the problem; the chain is unchanged.
 */
export function loadChain(chain: Chain, dump: unknown): void {
  const before = chain.ledger;
  requireKnown(before.head, 'dump');
  try {
    const { ledger, pending } = readDump(chain, dump);
    const transactions = pending.map((encoded, index) => readPending(encoded, `dump.pending[${index}]`));
    chain.ledger = ledger;
    followHead(chain, headTime(createState(ledger.head)));
    checkContinues(chain);
    reapplyPending(chain, transactions);
    if (chain.ledger.pending !== undefined) chain.mineLater(0);
  } catch (error) {
    chain.ledger = before;
    if (error instanceof CodecError) throw invalidDump(error.path, error.problem);
    throw error;
  }
}

function readPending(encoded: Uint8Array, path: string): PreparedTransaction {
  try {
    return prepareTransaction(decode(Transaction, encoded));
  } catch (error) {
    throw new CodecError(path, `is not a transaction (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** Produces a block, and the first block of the next cycle, then discards both. An inconsistent state fails here. */
function checkContinues(chain: Chain): void {
  const { ledger } = chain;
  try {
    mineBlock(chain);
    const { nextMaintenanceTime } = chain.ledger.head.properties;
    advanceClock(chain, nextMaintenanceTime);
    mineBlock(chain);
  } catch (error) {
    if (error instanceof InterruptedError) throw error;
    throw new CodecError('head', `cannot be continued (${error instanceof Error ? error.message : String(error)})`);
  } finally {
    chain.ledger = ledger;
  }
}

function readDump(
  { network, acceptUnknown, wallClock }: Chain,
  dump: unknown,
): { readonly ledger: Ledger; readonly pending: readonly Uint8Array[] } {
  const { head: headJson, older: olderJson, network: networkOfDump, ...rest } = fieldsOf(dump, 'the dump');
  if (rest['format'] !== FORMAT) throw invalidDump('format', `is not ${FORMAT}: this is not a dump of a mock node`);
  if (rest['version'] !== VERSION) {
    throw invalidDump('version', `is ${String(rest['version'])}, this software reads version ${VERSION}`);
  }
  const { genesis, clock, nextBlockTime, pending, impersonated = [] } = envelope.read(rest, 'dump');
  const own = genesisBlock(network.genesis).id;
  if (genesis !== own)
    throw invalidDump('genesis', `is ${genesis}, this node's is ${own}: it is another network's dump`);
  checkNetwork(network, readNetwork(networkOfDump, acceptUnknown));
  const head = readRoot(headJson, 'head');
  checkRules(head, acceptUnknown, 'head');
  if (firstBlock(head).id !== own) throw invalidDump('head.blocks[0]', 'is not the genesis block that the dump names');
  const older = List(array(olderRootCodec(head)).read(olderJson, 'older'));
  older.forEach((root, index) => checkRules(root, acceptUnknown, `older[${index}]`));
  return {
    ledger: {
      head,
      older,
      traceable: List(),
      pending: undefined,
      impersonated,
      clockOffset: wallClock === undefined ? clock : 0,
      nextBlockTime,
      beforeOpening: undefined,
      producedAt: wallClock?.read() ?? Date.now(),
    },
    pending,
  };
}

/** Rejects a network with other rules, which the existing blocks would violate. */
function checkNetwork(own: NetworkDescription<bigint>, network: NetworkDescription<bigint>): void {
  const difference = networkDifference(own, network);
  if (difference === undefined) return;
  const { path, own: ours, other } = difference;
  throw invalidDump(`network.${path}`, `is ${other}, this node's is ${ours}: it is another network's dump`);
}

/** Rejects state with rules that this node lacks. */
function checkRules(root: Root, accepted: readonly string[], path: string): void {
  const found = findUnknownRules(root).find((rule) => !accepted.includes(rule.name));
  if (found === undefined) return;
  const { name, problem } = found;
  const place = root.parameters.has(name) ? `parameters.${name}` : 'proposals';
  const subject = root.parameters.has(name) ? '' : `would set ${name}, which `;
  throw invalidDump(`${path}.${place}`, `${subject}${problem}; name it in acceptUnknown to go on without its rules`);
}

function readNetwork(json: unknown, acceptUnknown: readonly string[]): NetworkDescription<bigint> {
  try {
    return parseNetworkDescription(json, acceptUnknown);
  } catch (error) {
    if (!isMockNodeError(error, 'CONFIG_INVALID')) throw error;
    const { path, value, expected } = error.context;
    throw invalidDump(`network.${path}`, `must be ${expected}, but is ${value}`);
  }
}

function invalidDump(path: string, reason: string): MockNodeError<'DUMP_INVALID'> {
  return new MockNodeError('DUMP_INVALID', { path, reason });
}
