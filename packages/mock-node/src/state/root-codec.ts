import { Map } from 'immutable';
import type { List } from 'immutable';
import { blockId, transactionId } from '../protocol/hash.ts';
import { BlockHeaderRaw, Transaction } from '../protocol/messages.ts';
import { decode } from '../protocol/wire.ts';
import type { Codec, Json } from './codec.ts';
import {
  CodecError,
  address,
  amount,
  array,
  boolean,
  bytes,
  hex,
  integer,
  list,
  map,
  numberMap,
  oneOf,
  optional,
  record,
  text,
} from './codec.ts';
import type { Account, Code, Contract, Properties, Root, StoredBlock } from './root.ts';

const vote = /* @__PURE__ */ record({ witness: address, count: amount });

const resourceUse = /* @__PURE__ */ record({
  usage: amount,
  time: integer,
  window: amount,
  windowOptimized: boolean,
});

const stake = /* @__PURE__ */ record({ bandwidth: amount, energy: amount });

const permission = /* @__PURE__ */ record({
  type: oneOf('Owner', 'Witness', 'Active'),
  id: integer,
  name: text,
  threshold: amount,
  parentId: integer,
  operations: hex,
  keys: array(record({ address, weight: amount })),
});

const account: Codec<Account> = /* @__PURE__ */ record({
  address,
  type: oneOf('Normal', 'AssetIssue', 'Contract'),
  name: hex,
  balance: amount,
  votes: array(vote),
  createTime: integer,
  latestOperationTime: integer,
  allowance: amount,
  latestWithdrawTime: integer,
  isWitness: boolean,
  freeNetUsage: amount,
  latestConsumeFreeTime: integer,
  net: resourceUse,
  energy: resourceUse,
  frozen: record({ BANDWIDTH: optional(amount), ENERGY: optional(amount), TRON_POWER: optional(amount) }),
  unfreezing: array(record({ resource: oneOf('BANDWIDTH', 'ENERGY', 'TRON_POWER'), amount, expireTime: integer })),
  delegated: stake,
  acquired: stake,
  ownerPermission: optional(permission),
  witnessPermission: optional(permission),
  activePermissions: array(permission),
  writtenIn: integer,
  assetOptimized: boolean,
});

const contract: Codec<Contract> = /* @__PURE__ */ record({
  address,
  origin: address,
  name: text,
  abi: hex,
  bytecode: hex,
  callValue: amount,
  consumeUserResourcePercent: amount,
  originEnergyLimit: amount,
  codeHash: hex,
  transactionHash: hex,
  version: integer,
});

const code: Codec<Code> = /* @__PURE__ */ record({ bytes, hash: bytes });

const witness = /* @__PURE__ */ record({
  address,
  url: text,
  voteCount: amount,
  totalProduced: integer,
  totalMissed: integer,
  latestBlockNumber: integer,
  latestSlot: integer,
  isActive: boolean,
});

const delegation = /* @__PURE__ */ record({
  bandwidth: amount,
  energy: amount,
  bandwidthExpire: integer,
  energyExpire: integer,
});

const proposal = /* @__PURE__ */ record({
  id: integer,
  proposer: address,
  parameters: array(record({ key: integer, value: amount })),
  expirationTime: integer,
  createTime: integer,
  approvals: array(address),
  state: oneOf('PENDING', 'DISAPPROVED', 'APPROVED', 'CANCELED'),
  writtenIn: integer,
});

const properties: Codec<Properties> = /* @__PURE__ */ record({
  nextMaintenanceTime: integer,
  headWasMaintenance: boolean,
  cycle: integer,
  newRewardAlgorithmFromCycle: optional(integer),
  activeWitnesses: array(address),
  solidifiedNumber: integer,
  flushedNumber: integer,
  versionVotes: array(boolean),
  versionPassed: boolean,
  totalNetWeight: amount,
  totalEnergyWeight: amount,
  totalTronPowerWeight: amount,
  publicNetUsage: amount,
  publicNetTime: integer,
  burned: amount,
  blackhole: address,
  transactionFeePool: amount,
  energyPriceHistory: text,
  bandwidthPriceHistory: text,
  memoFeeHistory: text,
  availableContractTypes: hex,
  activeDefaultOperations: hex,
  latestProposalId: integer,
  blockEnergyUsage: amount,
  totalEnergyAverageUsage: amount,
  totalEnergyAverageTime: integer,
});

/** Everything of a root except its blocks and what follows from them. */
type Tables = Omit<Root, 'blocks' | 'transactions'>;

const tableFields = {
  parameters: /* @__PURE__ */ map(amount),
  properties,
  accounts: /* @__PURE__ */ map(account),
  names: /* @__PURE__ */ map(address),
  contracts: /* @__PURE__ */ map(contract),
  code: /* @__PURE__ */ map(code),
  storage: /* @__PURE__ */ map(map(bytes)),
  contractStates: /* @__PURE__ */ map(record({ energyUsage: amount, energyFactor: amount, updateCycle: amount })),
  witnesses: /* @__PURE__ */ map(witness),
  pendingVotes: /* @__PURE__ */ map(record({ before: array(vote), after: array(vote) })),
  delegations: /* @__PURE__ */ map(
    record({ unlocked: optional(delegation), locked: optional(delegation), indexedAt: optional(integer) }),
  ),
  rewards: /* @__PURE__ */ map(amount),
  voterSnapshots: /* @__PURE__ */ map(array(vote)),
  proposals: /* @__PURE__ */ numberMap(proposal),
} as const satisfies { readonly [K in keyof Tables]: Codec<Tables[K]> };

const tables: Codec<Tables> = /* @__PURE__ */ record(tableFields);

const encodedBlock = /* @__PURE__ */ record({
  header: bytes,
  signature: optional(hex),
  transactions: array(bytes),
  infos: array(bytes),
});

/** Ids, numbers and times are not written: they follow from the header and the transactions. */
const block: Codec<StoredBlock> = {
  write: ({ header, signature, transactions, infos }) =>
    encodedBlock.write({
      header,
      ...(signature !== undefined && { signature }),
      transactions: transactions.map((transaction) => transaction.bytes),
      infos,
    }),
  read: (json, path) => {
    const { header, signature, transactions, infos } = encodedBlock.read(json, path);
    try {
      const fields = decode(BlockHeaderRaw, header);
      return {
        id: blockId(fields),
        number: Number(fields.number),
        timestamp: Number(fields.timestamp),
        header,
        ...(signature !== undefined && { signature }),
        transactions: transactions.map((encoded) => ({
          id: transactionId(decode(Transaction, encoded).raw_data),
          bytes: encoded,
        })),
        infos,
      };
    } catch (error) {
      throw new CodecError(path, `cannot be decoded (${(error as Error).message})`);
    }
  },
};

const blocks = /* @__PURE__ */ list(block);

/** The whole ledger at a moment. */
export const rootCodec: Codec<Root> = {
  write: (root) => ({ ...(tables.write(root) as { readonly [key: string]: Json }), blocks: blocks.write(root.blocks) }),
  read: (json, path) => {
    const { blocks: blocksJson, ...rest } = fieldsOf(json, path);
    const chain = blocks.read(blocksJson, `${path}.blocks`);
    checkLinks(chain, `${path}.blocks`);
    return { ...tables.read(rest, path), blocks: chain, transactions: transactionIndex(chain) };
  },
};

function fieldsOf(json: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new CodecError(path, 'is not an object');
  return json as Readonly<Record<string, unknown>>;
}

function checkLinks(chain: List<StoredBlock>, path: string): void {
  if (chain.isEmpty()) throw new CodecError(path, 'is empty: there is no chain without a genesis block');
  let parent: StoredBlock | undefined;
  for (const { header, id, number } of chain) {
    const { parentHash } = decode(BlockHeaderRaw, header);
    if (number !== (parent === undefined ? 0 : parent.number + 1)) {
      throw new CodecError(`${path}[${parent === undefined ? 0 : parent.number + 1}]`, `is block ${number}`);
    }
    if (parent !== undefined && parentHash !== parent.id) {
      throw new CodecError(`${path}[${number}]`, `(${id}) does not follow block ${parent.id}`);
    }
    parent = { header, id, number, timestamp: 0, transactions: [], infos: [] };
  }
}

/** Transactions of the genesis block are in no index: the node does not find them by id either. */
function transactionIndex(chain: List<StoredBlock>): Root['transactions'] {
  return Map<string, { readonly block: number; readonly index: number }>().withMutations((index) => {
    for (const { number, transactions } of chain) {
      if (number === 0) continue;
      transactions.forEach(({ id }, place) => index.set(id, { block: number, index: place }));
    }
  });
}

/** What an older root has that a newer one has not, map by map. Its blocks are the newer one's first ones. */
export const olderRootCodec = (newer: Root): Codec<Root> => ({
  write: (older) => {
    const written: Record<string, Json> = { blockCount: older.blocks.size };
    for (const [name, codec] of Object.entries(tableFields) as [keyof Tables, Codec<unknown>][]) {
      if (older[name] === newer[name]) continue;
      written[name] = name === 'properties' ? codec.write(older[name]) : difference(name, codec, older, newer);
    }
    return written;
  },
  read: (json, path) => {
    const { blockCount, ...changed } = fieldsOf(json, path);
    const count = integer.read(blockCount, `${path}.blockCount`);
    if (count < 1 || count > newer.blocks.size) {
      throw new CodecError(`${path}.blockCount`, `is not between 1 and ${newer.blocks.size}`);
    }
    const chain = newer.blocks.take(count);
    const root: Record<string, unknown> = { ...newer, blocks: chain, transactions: withoutLater(newer, count) };
    for (const [name, json] of Object.entries(changed)) {
      if (!Object.hasOwn(tableFields, name)) throw new CodecError(`${path}.${name}`, 'is unknown');
      const codec = tableFields[name as keyof Tables] as Codec<unknown>;
      root[name] =
        name === 'properties'
          ? codec.read(json, `${path}.${name}`)
          : restored(name as keyof Tables, codec, newer, json, `${path}.${name}`);
    }
    return root as unknown as Root;
  },
});

type AnyMap = Map<string | number, unknown>;

function difference(name: keyof Tables, codec: Codec<unknown>, older: Root, newer: Root): Json {
  const before = older[name] as AnyMap;
  const after = newer[name] as AnyMap;
  const changed = before.filter((value, key) => after.get(key) !== value);
  const added = [...after.keys()].filter((key) => !before.has(key)).map(String);
  return { set: codec.write(changed), without: added.sort() };
}

function restored(name: keyof Tables, codec: Codec<unknown>, newer: Root, json: unknown, path: string): AnyMap {
  const fields = fieldsOf(json, path);
  const set = codec.read(fields['set'], `${path}.set`) as AnyMap;
  const without = array(text).read(fields['without'], `${path}.without`);
  const keys = name === 'proposals' ? without.map(Number) : without;
  return (newer[name] as AnyMap).deleteAll(keys).merge(set);
}

function withoutLater(newer: Root, count: number): Root['transactions'] {
  const later = newer.blocks.skip(count).flatMap(({ transactions }) => transactions.map(({ id }) => id));
  return newer.transactions.deleteAll(later);
}
