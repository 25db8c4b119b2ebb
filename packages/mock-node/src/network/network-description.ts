import { configInvalid, HIDDEN } from '../errors.ts';
import { unknownKey, type KnownKeys } from '../known-keys.ts';
import { fromBase58 } from '../protocol/address.ts';
import { chainParameterNames, parameterRequirement } from '../protocol/chain-parameters.ts';
import { MAX_INT64, MIN_INT64 } from '../protocol/java/long.ts';
import { type Address, type Hex, type Milliseconds } from '../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS, MAX_TIME } from '../protocol/time.ts';

/** An amount as files write it. JSON has no bigints, and its numbers are exact only up to 2^53. */
export type DescribedAmount = bigint | number | string;

/**
 * The initial state of a network: the switches of its nodes, its chain parameters and its genesis block.
 *
 * In a JSON file, amounts are safe integers or strings of decimal digits. In a node, they are bigints.
 *
 * Source: docs/protocol/node-configuration.md, docs/protocol/genesis.md.
 */
export interface NetworkDescription<Amount extends DescribedAmount = DescribedAmount> {
  /** Whether nodes answer constant calls. */
  readonly supportConstant: boolean;
  /** Whether nodes answer estimateenergy, which also requires `supportConstant`. */
  readonly estimateEnergy: boolean;
  /** How often estimateenergy repeats an execution that ran out of time, 0 to 10. */
  readonly estimateEnergyMaxRetry: number;
  /** Maximum energy of a constant call; at least 3,000,000. */
  readonly maxEnergyLimitForConstant: Amount;
  /** Whether transaction infos contain internal transactions. */
  readonly saveInternalTransactions: boolean;
  /**
   * Whether executions never run out of time. It has no effect, because the mock node counts steps instead of time and a
   * recorded network must be safe to serve. To lift the limit, use the node's option `stepLimit`.
   */
  readonly unlimitedCpuTime: boolean;
  /** Maintenance cycle from which rewards follow the vi algorithm. If absent, only a proposal can enable it. */
  readonly newRewardAlgorithmFromCycle?: number;
  /** Software version that getnodeinfo names. */
  readonly codeVersion: string;
  /** Version in the header of every block. */
  readonly blockVersion: number;
  /** Milliseconds between two blocks. */
  readonly blockInterval: Milliseconds;
  /** Operations of default active permissions: 32 bytes, one bit per contract type. */
  readonly activeOperations: Hex;
  /** Milliseconds until a proposal expires. */
  readonly proposalExpireTime: Milliseconds;
  /** Chain parameters at the start, by their names in getchainparameters. */
  readonly parameters: Readonly<Record<string, Amount>>;
  readonly genesis: GenesisDescription<Amount>;
}

/** The contents of block 0. */
export interface GenesisDescription<Amount extends DescribedAmount = DescribedAmount> {
  readonly timestamp: Milliseconds;
  /** 32 bytes. */
  readonly parentHash: Hex;
  /** Accounts in the order of the configuration, on which block 0's id depends. */
  readonly assets: readonly GenesisAsset<Amount>[];
  readonly witnesses: readonly GenesisWitness<Amount>[];
}

/** An account of the genesis block, with its initial balance. */
export interface GenesisAsset<Amount extends DescribedAmount = DescribedAmount> {
  readonly accountName: string;
  /** Base58check or 41-hex; always 41-hex in a node. */
  readonly address: Address;
  /** Small units, int64; may be negative. */
  readonly balance: Amount;
}

/** A witness of the genesis block, with votes that nobody cast. */
export interface GenesisWitness<Amount extends DescribedAmount = DescribedAmount> {
  /** Base58check or 41-hex; always 41-hex in a node. */
  readonly address: Address;
  readonly url: string;
  readonly voteCount: Amount;
}

/**
 * Parses a network description from JSON, with addresses in base58check or 41-hex and amounts as strings or safe
 * integers.
 *
 * @param value - the parsed JSON
 * @throws MockNodeError `CONFIG_INVALID`, naming the key.
 */
export function parseNetworkDescription(value: unknown): NetworkDescription<bigint> {
  const file = object(value, 'network', descriptionKeys);
  const cycle = file['newRewardAlgorithmFromCycle'];
  return {
    supportConstant: boolean(file['supportConstant'], 'supportConstant'),
    estimateEnergy: boolean(file['estimateEnergy'], 'estimateEnergy'),
    estimateEnergyMaxRetry: integer(file['estimateEnergyMaxRetry'], 'estimateEnergyMaxRetry', 0, 10),
    maxEnergyLimitForConstant: int64(file['maxEnergyLimitForConstant'], 'maxEnergyLimitForConstant', {
      min: 3_000_000n,
    }),
    saveInternalTransactions: boolean(file['saveInternalTransactions'], 'saveInternalTransactions'),
    unlimitedCpuTime: boolean(file['unlimitedCpuTime'], 'unlimitedCpuTime'),
    ...(cycle === undefined ? {} : { newRewardAlgorithmFromCycle: integer(cycle, 'newRewardAlgorithmFromCycle', 0) }),
    codeVersion: string(file['codeVersion'], 'codeVersion'),
    blockVersion: integer(file['blockVersion'], 'blockVersion', 0, 2 ** 31 - 1),
    blockInterval: blockInterval(file['blockInterval']),
    activeOperations: hex(file['activeOperations'], 'activeOperations', 32),
    proposalExpireTime: integer(file['proposalExpireTime'], 'proposalExpireTime', 0),
    parameters: parseParameters(file['parameters']),
    genesis: parseGenesis(file['genesis']),
  };
}

/** An absent parameter is 0. One that cannot be 0 must therefore be present. */
function parseParameters(value: unknown): Readonly<Record<string, bigint>> {
  const given = Object.entries(object(value, 'parameters', parameterKeys)).map(
    ([name, entry]) => [name, parameterValue(name, entry)] as const,
  );
  const parameters = Object.fromEntries(given);
  for (const name of chainParameterNames) {
    const requirement = parameters[name] === undefined ? parameterRequirement(name, 0n) : undefined;
    if (requirement !== undefined) throw configInvalid(`parameters.${name}`, undefined, requirement);
  }
  return parameters;
}

function parameterValue(name: string, entry: unknown): bigint {
  const value = int64(entry, `parameters.${name}`);
  const requirement = parameterRequirement(name, value);
  if (requirement !== undefined) throw configInvalid(`parameters.${name}`, value, requirement);
  return value;
}

function parseGenesis(value: unknown): GenesisDescription<bigint> {
  const genesis = object(value, 'genesis', genesisKeys);
  const assets = array(genesis['assets'], 'genesis.assets').map((entry, index) => {
    const path = `genesis.assets[${index}]`;
    const asset = object(entry, path, assetKeys);
    return {
      accountName: string(asset['accountName'], `${path}.accountName`),
      address: address(asset['address'], `${path}.address`),
      balance: int64(asset['balance'], `${path}.balance`),
    };
  });
  for (const name of ['Zion', 'Sun', 'Blackhole']) {
    if (!assets.some((asset) => asset.accountName === name))
      throw configInvalid(
        'genesis.assets',
        assets,
        `a list with accounts named Zion, Sun and Blackhole; ${name} is missing`,
      );
  }
  const witnesses = array(genesis['witnesses'], 'genesis.witnesses').map((entry, index) => {
    const path = `genesis.witnesses[${index}]`;
    const witness = object(entry, path, witnessKeys);
    return {
      address: address(witness['address'], `${path}.address`),
      url: string(witness['url'], `${path}.url`),
      voteCount: int64(witness['voteCount'], `${path}.voteCount`, { min: 0n }),
    };
  });
  if (witnesses.length === 0)
    throw configInvalid('genesis.witnesses', witnesses, 'a list of at least one witness, to produce blocks');
  return {
    timestamp: integer(genesis['timestamp'], 'genesis.timestamp', 0, MAX_TIME),
    parentHash: hex(genesis['parentHash'], 'genesis.parentHash', 32),
    assets,
    witnesses,
  };
}

/** Members that control how a node answers and do not identify the network. */
export const nodeSwitches = {
  supportConstant: true,
  estimateEnergy: true,
  estimateEnergyMaxRetry: true,
  maxEnergyLimitForConstant: true,
  saveInternalTransactions: true,
  unlimitedCpuTime: true,
  codeVersion: true,
} as const satisfies Partial<KnownKeys<NetworkDescription>>;

/** `about` is a description for people, and `$schema` is for editors. */
const descriptionKeys: KnownKeys<NetworkDescription & { about: unknown; $schema: unknown }> = {
  about: true,
  $schema: true,
  ...nodeSwitches,
  newRewardAlgorithmFromCycle: true,
  blockVersion: true,
  blockInterval: true,
  activeOperations: true,
  proposalExpireTime: true,
  parameters: true,
  genesis: true,
};
const genesisKeys: KnownKeys<GenesisDescription> = { timestamp: true, parentHash: true, assets: true, witnesses: true };
const assetKeys: KnownKeys<GenesisAsset> = { accountName: true, address: true, balance: true };
const witnessKeys: KnownKeys<GenesisWitness> = { address: true, url: true, voteCount: true };
const parameterKeys = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ chainParameterNames.map((name) => [name, true]),
);

function object(value: unknown, path: string, known: object): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw configInvalid(path, value, 'an object');
  const unknown = unknownKey(value, known);
  if (unknown !== undefined)
    throw configInvalid(path === 'network' ? unknown.key : `${path}.${unknown.key}`, HIDDEN, unknown.expected);
  return value as Readonly<Record<string, unknown>>;
}

function array(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw configInvalid(path, value, 'an array');
  return value;
}

function boolean(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw configInvalid(path, value, 'true or false');
  return value;
}

function string(value: unknown, path: string): string {
  if (typeof value !== 'string') throw configInvalid(path, value, 'a string');
  return value;
}

function integer(value: unknown, path: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw configInvalid(path, value, { type: 'an integer', min, max });
  }
  return value;
}

/** The protocol's slots are 3 s long. Usage windows and schedules depend on it everywhere. */
function blockInterval(value: unknown): Milliseconds {
  if (value === BLOCK_INTERVAL_MS) return value;
  throw configInvalid('blockInterval', value, `${BLOCK_INTERVAL_MS} ms, the only block interval of the protocol`);
}

function int64(
  value: unknown,
  path: string,
  { min = MIN_INT64, max = MAX_INT64 }: { readonly min?: bigint; readonly max?: bigint } = {},
): bigint {
  const amount = readInteger(value);
  if (amount === undefined)
    throw configInvalid(path, value, 'an integer: a safe JSON number or a string of decimal digits');
  if (amount < min || amount > max) throw configInvalid(path, amount, { type: 'an integer', min, max });
  return amount;
}

function readInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^-?[0-9]{1,19}$/.test(value) ? BigInt(value) : undefined;
}

function hex(value: unknown, path: string, bytes: number): Hex {
  const text = string(value, path);
  if (!/^[0-9a-fA-F]*$/.test(text) || text.length !== bytes * 2) {
    throw configInvalid(path, value, `${bytes} bytes: ${bytes * 2} hexadecimal digits`);
  }
  return text.toLowerCase();
}

function address(value: unknown, path: string): Address {
  const text = string(value, path);
  if (/^41[0-9a-fA-F]{40}$/.test(text)) return text.toLowerCase();
  const known = fromBase58(text);
  if (known === undefined)
    throw configInvalid(path, value, 'an address: base58check, or 42 hexadecimal digits that start with 41');
  return known;
}
