import { fromBase58 } from '../protocol/address.ts';
import { MockNodeError } from '../errors.ts';
import type { Address, Hex, Milliseconds } from '../protocol/primitives.ts';
import { MAX_INT64, MIN_INT64 } from '../protocol/java/long.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';

/**
 * What a network starts from: the switches of its nodes, its chain parameters and its genesis block.
 *
 * Source: docs/protocol/node-configuration.md, docs/protocol/genesis.md.
 */
export interface NetworkDescription {
  /** Constant calls are answered. */
  readonly supportConstant: boolean;
  /** estimateenergy is answered (constant calls must be, too). */
  readonly estimateEnergy: boolean;
  /** Repetitions that estimateenergy has for executions which ran out of time, 0 to 10. */
  readonly estimateEnergyMaxRetry: number;
  /** Energy that a constant call may use; at least 3,000,000. */
  readonly maxEnergyLimitForConstant: bigint;
  /** Transaction infos hold internal transactions. */
  readonly saveInternalTransactions: boolean;
  /** Executions never run out of time. The mock node's always behave so: the switch is kept for completeness. */
  readonly unlimitedCpuTime: boolean;
  /** Maintenance cycle from which rewards follow the vi algorithm; absent: never, until a proposal switches it on. */
  readonly newRewardAlgorithmFromCycle?: number;
  /** Software version that getnodeinfo names. */
  readonly codeVersion: string;
  /** Version in the header of every block. */
  readonly blockVersion: number;
  /** Milliseconds between two blocks. */
  readonly blockInterval: Milliseconds;
  /** Operations of default active permissions: 32 bytes, a bit a contract type. */
  readonly activeOperations: Hex;
  /** Milliseconds that a proposal stays open. */
  readonly proposalExpireTime: Milliseconds;
  /** Chain parameters at the start, by their names in getchainparameters. */
  readonly parameters: Readonly<Record<string, bigint>>;
  readonly genesis: GenesisDescription;
}

/** What block 0 is made of. */
export interface GenesisDescription {
  readonly timestamp: Milliseconds;
  /** 32 bytes. */
  readonly parentHash: Hex;
  /** Accounts in the order of the configuration, which is part of block 0's id. */
  readonly assets: readonly GenesisAsset[];
  readonly witnesses: readonly GenesisWitness[];
}

export interface GenesisAsset {
  readonly accountName: string;
  readonly address: Address;
  /** Small units, int64; may be negative. */
  readonly balance: bigint;
}

export interface GenesisWitness {
  readonly address: Address;
  readonly url: string;
  readonly voteCount: bigint;
}

/**
 * Reads a network description from its JSON form (addresses in base58check or 41-hex, amounts as strings or safe integers).
 *
 * @param value the parsed JSON.
 * @throws MockNodeError `INVALID_CONFIG`, naming the key.
 */
export function parseNetworkDescription(value: unknown): NetworkDescription {
  const file = object(value, 'the description');
  const cycle = file['newRewardAlgorithmFromCycle'];
  return {
    supportConstant: boolean(file['supportConstant'], 'supportConstant'),
    estimateEnergy: boolean(file['estimateEnergy'], 'estimateEnergy'),
    estimateEnergyMaxRetry: integer(file['estimateEnergyMaxRetry'], 'estimateEnergyMaxRetry', 0, 10),
    maxEnergyLimitForConstant: int64(file['maxEnergyLimitForConstant'], 'maxEnergyLimitForConstant', 3_000_000n),
    saveInternalTransactions: boolean(file['saveInternalTransactions'], 'saveInternalTransactions'),
    unlimitedCpuTime: boolean(file['unlimitedCpuTime'], 'unlimitedCpuTime'),
    ...(cycle === undefined ? {} : { newRewardAlgorithmFromCycle: integer(cycle, 'newRewardAlgorithmFromCycle', 0) }),
    codeVersion: string(file['codeVersion'], 'codeVersion'),
    blockVersion: integer(file['blockVersion'], 'blockVersion', 0, 2 ** 31 - 1),
    blockInterval: blockInterval(file['blockInterval']),
    activeOperations: hex(file['activeOperations'], 'activeOperations', 32),
    proposalExpireTime: integer(file['proposalExpireTime'], 'proposalExpireTime', 0),
    parameters: Object.fromEntries(
      Object.entries(object(file['parameters'], 'parameters')).map(([name, entry]) => [
        name,
        int64(entry, `parameters.${name}`),
      ]),
    ),
    genesis: parseGenesis(file['genesis']),
  };
}

function parseGenesis(value: unknown): GenesisDescription {
  const genesis = object(value, 'genesis');
  const assets = array(genesis['assets'], 'genesis.assets').map((entry, index) => {
    const path = `genesis.assets[${index}]`;
    const asset = object(entry, path);
    return {
      accountName: string(asset['accountName'], `${path}.accountName`),
      address: address(asset['address'], `${path}.address`),
      balance: int64(asset['balance'], `${path}.balance`),
    };
  });
  for (const name of ['Zion', 'Sun', 'Blackhole']) {
    if (!assets.some((asset) => asset.accountName === name))
      fail('genesis.assets', `holds no account named ${name}, which every network has`);
  }
  const witnesses = array(genesis['witnesses'], 'genesis.witnesses').map((entry, index) => {
    const path = `genesis.witnesses[${index}]`;
    const witness = object(entry, path);
    return {
      address: address(witness['address'], `${path}.address`),
      url: string(witness['url'], `${path}.url`),
      voteCount: int64(witness['voteCount'], `${path}.voteCount`, 0n),
    };
  });
  if (witnesses.length === 0) fail('genesis.witnesses', 'is empty: somebody has to produce blocks');
  return {
    timestamp: integer(genesis['timestamp'], 'genesis.timestamp', 0),
    parentHash: hex(genesis['parentHash'], 'genesis.parentHash', 32),
    assets,
    witnesses,
  };
}

function fail(path: string, problem: string): never {
  throw new MockNodeError('INVALID_CONFIG', { path, problem });
}

function object(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'is not an object');
  return value as Readonly<Record<string, unknown>>;
}

function array(value: unknown, path: string): readonly unknown[] {
  return Array.isArray(value) ? value : fail(path, 'is not a list');
}

function boolean(value: unknown, path: string): boolean {
  return typeof value === 'boolean' ? value : fail(path, 'is not true or false');
}

function string(value: unknown, path: string): string {
  return typeof value === 'string' ? value : fail(path, 'is not a string');
}

function integer(value: unknown, path: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    fail(path, `is not an integer from ${least} to ${most}`);
  }
  return value;
}

/** The protocol's slots are 3 s long: they enter usage windows and schedules everywhere. */
function blockInterval(value: unknown): Milliseconds {
  if (value === BLOCK_INTERVAL_MS) return value;
  return fail('blockInterval', `is not ${BLOCK_INTERVAL_MS} ms, the only interval the protocol knows`);
}

function int64(value: unknown, path: string, least = MIN_INT64): bigint {
  const amount =
    typeof value === 'bigint'
      ? value
      : typeof value === 'string' && /^-?[0-9]{1,19}$/.test(value)
        ? BigInt(value)
        : Number.isSafeInteger(value)
          ? BigInt(value as number)
          : fail(path, 'is not an integer: a safe JSON number, or a string of decimal digits');
  if (amount < least || amount > MAX_INT64) fail(path, `is not between ${least} and 2^63 - 1`);
  return amount;
}

function hex(value: unknown, path: string, bytes: number): Hex {
  const text = string(value, path);
  if (!/^[0-9a-fA-F]*$/.test(text) || text.length !== bytes * 2)
    fail(path, `is not ${bytes} bytes in hexadecimal digits`);
  return text.toLowerCase();
}

function address(value: unknown, path: string): Address {
  const text = string(value, path);
  if (/^41[0-9a-fA-F]{40}$/.test(text)) return text.toLowerCase();
  return fromBase58(text) ?? fail(path, 'is not an address: base58check, or 42 hexadecimal digits beginning with 41');
}
