import { readAmount, readInteger } from '../control/arguments/control-arguments.ts';
import { publishedAccount } from '../control/published-account.ts';
import { addressOfPrivateKey, type WitnessKey } from '../crypto/witness-signer.ts';
import { argumentInvalid, HIDDEN } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { developmentAccounts, type DevelopmentAccount } from '../network/development-accounts.ts';
import { type GenesisDescription } from '../network/network-description.ts';
import { DEVELOPMENT_BALANCE } from '../network/presets.ts';

/** Accounts whose private keys a node knows. They are part of the genesis block, so they change its id. */
export interface AccountOptions {
  /**
   * Number of accounts with published keys, 0 to 1,000. Defaults to 10 on a preset network and to 0 on a described one.
   * The first ten are in every preset.
   */
  readonly count?: number;
  /** Private keys of additional accounts, 32 bytes in hexadecimal. */
  readonly privateKeys?: readonly string[];
  /**
   * Initial balance of each of these accounts in small units, 0 to 2^63 − 1. Defaults to a million coins, or to the
   * balance in a described network's genesis.
   */
  readonly balance?: bigint;
}

const accountKeys: KnownKeys<AccountOptions> = { count: true, privateKeys: true, balance: true };

/** Each account beyond the tenth takes a millisecond of curve arithmetic. */
const MAX_ACCOUNTS = 1000;

/** The accounts that the options ask for. */
export interface ChosenAccounts {
  readonly accounts: readonly DevelopmentAccount[];
  readonly balance: bigint | undefined;
}

/** @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readAccounts(options: AccountOptions, defaultCount: number): ChosenAccounts {
  checkKeys('accounts', options, accountKeys);
  const { count = defaultCount, privateKeys = [], balance } = options;
  readInteger('accounts.count', count, { min: 0, max: MAX_ACCOUNTS });
  if (balance !== undefined) readAmount('accounts.balance', balance, { min: 0n, unit: 'small units' });
  if (!Array.isArray(privateKeys)) throw argumentInvalid('accounts.privateKeys', HIDDEN, 'a list of private keys');
  const known = Array.from({ length: count }, (_, index) => publishedAccount(index));
  const own = privateKeys.map((key, index) => accountOfKey(`accounts.privateKeys[${index}]`, key));
  return { accounts: [...byAddress([...known, ...own]).values()], balance };
}

/**
 * The account of a private key, in hexadecimal with or without 0x. @throws MockNodeError `ARGUMENT_INVALID`
 * @internal
 */
export function accountOfKey(path: string, key: string): DevelopmentAccount {
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(key)) throw argumentInvalid(path, HIDDEN, '32 bytes in hexadecimal digits');
  const privateKey = key.replace(/^0x/, '').toLowerCase();
  try {
    return { privateKey, address: addressOfPrivateKey(privateKey) };
  } catch {
    throw argumentInvalid(path, HIDDEN, 'a private key: above 0, and below the order of the curve');
  }
}

/** Adds accounts to a genesis. Existing ones keep their place, and their balance unless a new one is given. */
export function withAccounts(
  genesis: GenesisDescription<bigint>,
  { accounts, balance }: ChosenAccounts,
): GenesisDescription<bigint> {
  const chosen = byAddress(accounts);
  const present = byAddress(genesis.assets);
  const kept = genesis.assets.map((asset) =>
    balance !== undefined && chosen.has(asset.address) ? { ...asset, balance } : asset,
  );
  const added = accounts.flatMap(({ address }, index) =>
    present.has(address) ? [] : [{ accountName: `Account${index}`, address, balance: balance ?? DEVELOPMENT_BALANCE }],
  );
  return { ...genesis, assets: [...kept, ...added] };
}

/** The requested accounts, and the genesis accounts whose keys are published. */
export function knownAccounts(
  { assets }: GenesisDescription<bigint>,
  { accounts }: ChosenAccounts,
): readonly DevelopmentAccount[] {
  const present = byAddress(assets);
  const published = developmentAccounts.filter(({ address }) => present.has(address));
  return [...byAddress([...accounts, ...published]).values()];
}

/** The genesis witnesses whose keys are known. @internal */
export function knownWitnesses(
  { witnesses }: GenesisDescription<bigint>,
  keys: readonly WitnessKey[],
): readonly WitnessKey[] {
  const present = byAddress(witnesses);
  return [...byAddress(keys).values()].filter(({ address }) => present.has(address));
}

function byAddress<T extends { readonly address: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  return new Map(list.map((entry) => [entry.address, entry]));
}
