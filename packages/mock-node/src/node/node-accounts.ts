import { publishedAccount } from '../control/published-account.ts';
import { addressOfPrivateKey, type WitnessKey } from '../crypto/witness-signer.ts';
import { argumentInvalid, HIDDEN } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { developmentAccounts, type DevelopmentAccount } from '../network/development-accounts.ts';
import { type GenesisDescription } from '../network/network-description.ts';
import { DEVELOPMENT_BALANCE } from '../network/presets.ts';
import { MAX_INT64 } from '../protocol/java/long.ts';

/** Accounts whose private keys a node knows. They are part of the genesis block, and so of its id. */
export interface AccountOptions {
  /**
   * How many accounts with published keys, 0 to 1,000; on a preset network 10 by default, and none on a described one.
   * The first ten are those of every preset.
   */
  readonly count?: number;
  /** Private keys of further accounts, 32 bytes in hexadecimal. */
  readonly privateKeys?: readonly string[];
  /**
   * Initial balance of each of these accounts in small units, 0 to 2^63 − 1; defaults to a million coins, and for an
   * account of a described network to what its genesis says.
   */
  readonly balance?: bigint;
}

const accountKeys: KnownKeys<AccountOptions> = { count: true, privateKeys: true, balance: true };

/** Decision: each beyond the tenth takes a millisecond of curve arithmetic. */
const MAX_ACCOUNTS = 1000;

/** Accounts that options ask for. */
export interface ChosenAccounts {
  readonly accounts: readonly DevelopmentAccount[];
  readonly balance: bigint | undefined;
}

/** @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readAccounts(options: AccountOptions, defaultCount: number): ChosenAccounts {
  checkKeys('accounts', options, accountKeys);
  const { count = defaultCount, privateKeys = [], balance } = options;
  if (!Number.isSafeInteger(count) || count < 0 || count > MAX_ACCOUNTS)
    throw argumentInvalid('accounts.count', count, { type: 'an integer', min: 0, max: MAX_ACCOUNTS });
  if (balance !== undefined && (typeof balance !== 'bigint' || balance < 0n || balance > MAX_INT64))
    throw argumentInvalid('accounts.balance', balance, {
      type: 'a bigint',
      min: 0n,
      max: MAX_INT64,
      unit: 'small units',
    });
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

/** A genesis that has the accounts too. Those that it has keep their place, and their balance unless one is given. */
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

/** The accounts that were asked for, and those with published keys that a genesis has. */
export function knownAccounts(
  { assets }: GenesisDescription<bigint>,
  { accounts }: ChosenAccounts,
): readonly DevelopmentAccount[] {
  const present = byAddress(assets);
  const published = developmentAccounts.filter(({ address }) => present.has(address));
  return [...byAddress([...accounts, ...published]).values()];
}

/** The witnesses of a genesis whose keys are known. @internal */
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
