import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Map } from 'immutable';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { readFromBase, requireKnown } from '../read-from-base.ts';
import { type Account, type ResourceUse } from '../records/account.ts';
import { type TokenId } from '../records/asset.ts';
import { type State } from '../root.ts';
import { noteRecord } from '../unknowns.ts';
import { isEnabled } from './dynamic-properties.ts';
import { existingRecord } from './existing-record.ts';

const untouched: ResourceUse = { usage: 0n, time: 0, window: 0n, windowOptimized: false };

/** Creates an account without adding it to a state. Omitted fields are 0, empty or absent. */
export function newAccount(fields: Pick<Account, 'address'> & Partial<Account>): Account {
  return {
    type: 'Normal',
    name: '',
    balance: 0n,
    votes: [],
    createTime: 0,
    latestOperationTime: 0,
    allowance: 0n,
    latestWithdrawTime: 0,
    isWitness: false,
    freeNetUsage: 0n,
    latestConsumeFreeTime: 0,
    net: untouched,
    energy: untouched,
    frozen: {},
    unfreezing: [],
    delegated: { bandwidth: 0n, energy: 0n },
    acquired: { bandwidth: 0n, energy: 0n },
    activePermissions: [],
    writtenIn: 0,
    assetOptimized: false,
    ...fields,
  };
}

const storedAccount = ({ root }: State, address: Address): Account | undefined =>
  root.accounts.get(address) ?? readFromBase(root, 'account', address);

export function getAccount(state: State, address: Address): Account | undefined {
  noteRecord(state.root, address);
  return storedAccount(state, address);
}

/** Returns an account that an earlier check has found. */
export function existingAccount(state: State, address: Address): Account {
  return existingRecord(getAccount(state, address), 'account', address);
}

/** Writes an account, and maintains `writtenIn`, `assetOptimized` and balances of 0. */
export function putAccount(state: State, account: Account): void {
  const { root } = state;
  const before = storedAccount(state, account.address);
  const writtenIn = root.blocks.size;
  const assetOptimized = before !== undefined && isAssetOptimized(state, before);
  const assets = before?.assets === account.assets ? before && assetsOf(state, before) : account.assets;
  const isUpToDate =
    account.writtenIn === writtenIn && account.assetOptimized === assetOptimized && account.assets === assets;
  const written = isUpToDate ? account : { ...account, writtenIn, assetOptimized, ...(assets && { assets }) };
  state.root = { ...root, accounts: root.accounts.set(account.address, written) };
}

/** Changes fields of an existing account. */
export function updateAccount(state: State, address: Address, change: Partial<Account>): void {
  putAccount(state, { ...existingAccount(state, address), ...change });
}

/**
 * Adds small units to the balance of an existing account; a negative amount subtracts. The caller checks the limits.
 */
export function addBalance(state: State, address: Address, amount: bigint): void {
  const account = existingAccount(state, address);
  putAccount(state, { ...account, balance: account.balance + amount });
}

/** Whether the node shows `asset_optimized` for an account. docs/protocol/http.md, getaccount details. */
export function isAssetOptimized(state: State, account: Account): boolean {
  return account.assetOptimized || account.writtenIn <= state.root.properties.flushedNumber;
}

/**
 * An account's balances of tokens. Balances of 0 stay until the account's row moves to the database.
 * docs/protocol/assets.md, Balances of 0.
 */
export function assetsOf(state: State, { assets, writtenIn }: Account): Map<TokenId, bigint> | undefined {
  if (assets === undefined || writtenIn > state.root.properties.flushedNumber) return assets;
  if (!isEnabled(state, 'getAllowAssetOptimization') || !assets.includes(0n)) return assets;
  return assets.filter((balance) => balance !== 0n);
}

/** The key of an id in the index of account ids, which ignores case. */
function accountIdKey(id: Hex): Hex {
  return bytesToHex(utf8ToBytes(utf8.decode(hexToBytes(id)).toLowerCase()));
}

const utf8 = /* @__PURE__ */ new TextDecoder();

/** The account with an id, in any case. */
export function addressOfAccountId(state: State, id: Hex): Address | undefined {
  const key = accountIdKey(id);
  return state.root.accountIds.get(key) ?? readFromBase(state.root, 'account-id', key);
}

/** Writes an account's id into the index of ids. */
export function putAccountId(state: State, id: Hex, address: Address): void {
  state.root = { ...state.root, accountIds: state.root.accountIds.set(accountIdKey(id), address) };
}

/** All accounts. @throws MissingRecordError on a fork, which knows only the accounts it has needed. */
export function allAccounts({ root }: State): Iterable<Account> {
  requireKnown(root, 'all-accounts');
  return root.accounts.values();
}

/**
 * Whether an account has this name. @throws MissingRecordError on a fork, because no interface finds accounts by name.
 */
export function isNameTaken({ root }: State, name: Hex): boolean {
  if (root.names.has(name)) return true;
  requireKnown(root, 'account-name', name);
  return false;
}

/** Writes an account's name into the index of names. */
export function putAccountName(state: State, name: Hex, address: Address): void {
  state.root = { ...state.root, names: state.root.names.set(name, address) };
}
