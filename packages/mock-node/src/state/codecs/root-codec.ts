import { Map, type List } from 'immutable';
import { BlockHeaderRaw } from '../../protocol/messages/messages.ts';
import { decode } from '../../protocol/messages/wire.ts';
import { type StoredBlock } from '../records/stored-block.ts';
import { type Root, type TransactionPosition } from '../root.ts';
import { blockCodec } from './block-codec.ts';
import { checkRoot } from './check-root.ts';
import {
  type Codec,
  type JsonObject,
  CodecError,
  address,
  amount,
  bytes,
  fieldsOf,
  integer,
  list,
  map,
  record,
  wideAmount,
} from './codec.ts';
import {
  accountCodec,
  assetCodec,
  codeCodec,
  contractCodec,
  contractStateCodec,
  delegationPairCodec,
  pendingVotesCodec,
  propertiesCodec,
  proposalCodec,
  votesCodec,
  witnessCodec,
} from './record-codecs.ts';
import { numberTable, table, undivided, type TableCodec } from './table-codec.ts';
import { exchangeCodec, orderBookCodec, orderCodec, traderCodec } from './trading-codecs.ts';

/** A root without its blocks and the data derived from them. A fork has no dump. */
type Tables = Omit<Root, 'blocks' | 'transactions' | 'base'>;

const tableCodecs: { readonly [Name in keyof Tables]: TableCodec<Tables[Name]> } = {
  parameters: /* @__PURE__ */ table(amount),
  properties: /* @__PURE__ */ undivided(propertiesCodec),
  accounts: /* @__PURE__ */ table(accountCodec),
  names: /* @__PURE__ */ table(address),
  accountIds: /* @__PURE__ */ table(address),
  contracts: /* @__PURE__ */ table(contractCodec),
  code: /* @__PURE__ */ table(codeCodec),
  storage: /* @__PURE__ */ table(/* @__PURE__ */ map(bytes)),
  contractStates: /* @__PURE__ */ table(contractStateCodec),
  witnesses: /* @__PURE__ */ table(witnessCodec),
  pendingVotes: /* @__PURE__ */ table(pendingVotesCodec),
  delegations: /* @__PURE__ */ table(delegationPairCodec),
  rewards: /* @__PURE__ */ table(wideAmount),
  voterSnapshots: /* @__PURE__ */ table(votesCodec),
  proposals: /* @__PURE__ */ numberTable(proposalCodec),
  assets: /* @__PURE__ */ table(assetCodec),
  exchanges: /* @__PURE__ */ numberTable(exchangeCodec),
  orders: /* @__PURE__ */ table(orderCodec),
  orderBooks: /* @__PURE__ */ table(orderBookCodec),
  traders: /* @__PURE__ */ table(traderCodec),
};

const isTableName = (name: string): name is keyof Tables => Object.hasOwn(tableCodecs, name);
const tableNames = /* @__PURE__ */ Object.keys(tableCodecs).filter(isTableName);

const tables = /* @__PURE__ */ record(tableCodecs);

/** Dumps of older versions lack these. */
const tablesAddedLater: Partial<Record<keyof Tables, object>> = {
  assets: {},
  accountIds: {},
  exchanges: {},
  orders: {},
  orderBooks: {},
  traders: {},
};

const blocks = /* @__PURE__ */ list(blockCodec);

/** Reads the complete ledger at one moment. */
export function readRoot(json: unknown, path: string): Root {
  const { blocks: blocksJson, ...rest } = fieldsOf(json, path);
  const chain = blocks.read(blocksJson, `${path}.blocks`);
  checkLinks(chain, `${path}.blocks`);
  const root = {
    ...tables.read({ ...tablesAddedLater, ...rest }, path),
    blocks: chain,
    transactions: transactionIndex(chain),
  };
  checkRoot(root, path);
  return root;
}

const blockTexts = new WeakMap<StoredBlock, string>();

/**
 * Writes a root as JSON. Blocks never change, so the text of each is kept: a node that writes its state at
 * intervals pauses its requests for the new blocks alone.
 */
export function writeRoot(root: Root): string {
  const blockText = (block: StoredBlock): string => {
    let text = blockTexts.get(block);
    if (text === undefined) blockTexts.set(block, (text = JSON.stringify(blockCodec.write(block))));
    return text;
  };
  return `${JSON.stringify(tables.write(root)).slice(0, -1)},"blocks":[${root.blocks.toArray().map(blockText).join()}]}`;
}

function checkLinks(chain: List<StoredBlock>, path: string): void {
  if (chain.isEmpty()) throw new CodecError(path, 'is empty: a chain begins with a genesis block');
  let parent: StoredBlock | undefined;
  for (const block of chain) {
    const { header, id, number } = block;
    const due = parent === undefined ? 0 : parent.number + 1;
    if (number !== due) throw new CodecError(`${path}[${due}]`, `is block ${number}`);
    if (parent !== undefined && decode(BlockHeaderRaw, header).parentHash !== parent.id) {
      throw new CodecError(`${path}[${number}]`, `(${id}) does not follow block ${parent.id}`);
    }
    parent = block;
  }
}

/** Transactions of the genesis block are in no index. The node does not find them by id either. */
function transactionIndex(chain: List<StoredBlock>): Root['transactions'] {
  return Map<string, TransactionPosition>().withMutations((positions) => {
    for (const { number, transactions } of chain) {
      if (number === 0) continue;
      transactions.forEach(({ id }, index) => positions.set(id, { block: number, index }));
    }
  });
}

/**
 * The differences between an older root and a newer one, table by table. The older root's blocks are the newer root's
 * first ones.
 */
export const olderRootCodec = (newer: Root): Codec<Root> => ({
  write: (older) => {
    const written: Record<string, JsonObject[string]> = { blockCount: older.blocks.size };
    const add = <Name extends keyof Tables>(name: Name): void => {
      if (older[name] !== newer[name]) written[name] = tableCodecs[name].writeDifference(older[name], newer[name]);
    };
    tableNames.forEach(add);
    return written;
  },
  read: (json, path) => {
    const { blockCount, ...changed } = fieldsOf(json, path);
    const count = integer.read(blockCount, `${path}.blockCount`);
    if (count < 1 || count > newer.blocks.size) {
      throw new CodecError(`${path}.blockCount`, `is not between 1 and ${newer.blocks.size}`);
    }
    const restored: { -readonly [Name in keyof Tables]: Tables[Name] } = { ...newer };
    const restore = <Name extends keyof Tables>(name: Name): void => {
      restored[name] = tableCodecs[name].readDifference(newer[name], changed[name], `${path}.${name}`);
    };
    for (const name of Object.keys(changed)) {
      if (!isTableName(name)) throw new CodecError(`${path}.${name}`, 'is unknown');
      restore(name);
    }
    const older = { ...restored, blocks: newer.blocks.take(count), transactions: withoutLater(newer, count) };
    checkRoot(older, path);
    return older;
  },
});

function withoutLater(newer: Root, count: number): Root['transactions'] {
  const later = newer.blocks.skip(count).flatMap(({ transactions }) => transactions.map(({ id }) => id));
  return newer.transactions.deleteAll(later);
}
