import { Map } from 'immutable';
import { type Address } from '../../protocol/primitives.ts';
import { readFromBase, requireKnown } from '../read-from-base.ts';
import { type Asset, type AssetUse, type TokenId } from '../records/asset.ts';
import { type State } from '../root.ts';
import { assetsOf, existingAccount, getAccount, putAccount } from './accounts.ts';
import { existingRecord } from './existing-record.ts';

export function getAsset(state: State, id: TokenId): Asset | undefined {
  return state.root.assets.get(id) ?? readFromBase(state.root, 'asset', id);
}

/** All tokens. @throws MissingRecordError on a fork, which knows only the tokens it has needed. */
export function allAssets({ root }: State): Iterable<Asset> {
  requireKnown(root, 'all-tokens');
  return root.assets.values();
}

/** The id of the next token. @throws MissingRecordError on a fork, because no interface reports their number. */
export function nextTokenId({ root }: State): TokenId {
  requireKnown(root, 'all-tokens');
  return tokenId(root.assets.size);
}

/** Returns a token that an earlier check has found. */
export function existingAsset(state: State, id: TokenId): Asset {
  return existingRecord(getAsset(state, id), 'token', id);
}

export function putAsset(state: State, asset: Asset): void {
  state.root = { ...state.root, assets: state.root.assets.set(asset.id, asset) };
}

/** The id of a token issued after this many others. */
export function tokenId(issuedBefore: number): TokenId {
  return String(1_000_001 + issuedBefore);
}

/** The token balance of an account, which may not exist. */
export function assetBalance(state: State, address: Address, id: TokenId): bigint {
  return getAccount(state, address)?.assets?.get(id) ?? 0n;
}

/** Sets an existing account's balance of a token. */
export function setAssetBalance(state: State, address: Address, id: TokenId, balance: bigint): void {
  const account = existingAccount(state, address);
  const assets = assetsOf(state, account) ?? noAssets;
  putAccount(state, { ...account, assets: assets.set(id, balance) });
}

export const noAssets: Map<TokenId, bigint> = /* @__PURE__ */ Map();

export const noAssetUse: Map<TokenId, AssetUse> = /* @__PURE__ */ Map();
