import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { inHashMapOrder, stringHash } from '../../protocol/java/hash-map.ts';
import { type AccountNetMessage } from '../../protocol/messages/api-messages.ts';
import { type AccountMessage } from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { textOf } from '../../protocol/text.ts';
import { assetsOf } from '../../state/accessors/accounts.ts';
import { allAssets, existingAsset, getAsset } from '../../state/accessors/assets.ts';
import { headSlot } from '../../state/accessors/blocks.ts';
import { type Account } from '../../state/records/account.ts';
import { noUse, type Asset, type TokenId } from '../../state/records/asset.ts';
import { type State } from '../../state/root.ts';
import { ChainError } from '../ledger-errors.ts';
import { publicAssetUsage, quotaUsage } from '../staking/resource-usage.ts';

/** Maximum number of tokens in a page. */
const MAX_PAGE = 1000n;

/** A token with its public bandwidth recovered up to the head block. docs/protocol/assets.md, Queries. */
function shown(state: State, asset: Asset): Asset {
  return { ...asset, public_free_asset_net_usage: publicAssetUsage(state, asset, headSlot(state)) };
}

/** All tokens by id. The node lists those of the newest blocks in the order of a hash table. */
export function assetMessages(state: State): readonly Asset[] {
  return [...allAssets(state)].sort((a, b) => Number(a.id) - Number(b.id)).map((asset) => shown(state, asset));
}

export function assetById(state: State, id: TokenId): Asset | undefined {
  const asset = getAsset(state, id);
  return asset && shown(state, asset);
}

export const assetsByIssuer = (state: State, issuer: Address): readonly Asset[] =>
  assetMessages(state).filter(({ owner_address: owner }) => owner === issuer);

export const assetsByName = (state: State, name: Hex): readonly Asset[] =>
  assetMessages(state).filter((asset) => asset.name === name);

/** Finds a token by name or id. @throws ChainError if several tokens match. */
export function assetByNameOrId(state: State, name: Hex): Asset | undefined {
  const named = assetsByName(state, name);
  const byId = assetById(state, textOf(name));
  const found = new Map([...named, ...(byId ? [byId] : [])].map((asset) => [asset.id, asset]));
  if (found.size > 1) {
    throw new ChainError(
      'org.tron.core.exception.NonUniqueObjectException',
      'To get more than one asset, please use getAssetIssueById syntax',
    );
  }
  return found.values().next().value;
}

/** Tokens by name, starting at an offset; undefined if there are none. */
export function assetPage(
  state: State,
  { offset, limit }: { readonly offset: bigint; readonly limit: bigint },
): readonly Asset[] | undefined {
  const assets = assetMessages(state);
  if (limit < 0n || offset < 0n || offset >= assets.length) return undefined;
  const byName = assets
    .map((asset) => ({ asset, text: textOf(asset.name) }))
    .sort((a, b) => (a.text === b.text ? 0 : a.text < b.text ? -1 : 1));
  const count = Number(limit > MAX_PAGE ? MAX_PAGE : limit);
  return byName.slice(Number(offset), Number(offset) + count).map(({ asset }) => asset);
}

type MapEntries = readonly { readonly key: TokenId; readonly value: bigint }[];

function inOrder(entries: Iterable<readonly [TokenId, bigint]>): MapEntries {
  const list = [...entries].map(([key, value]) => ({ key, value }));
  return inHashMapOrder(list, ({ key }) => stringHash(key));
}

/** An account's use of each token that it holds or ever sent with the token's bandwidth, up to the head block. */
function usedOfAssets(state: State, account: Account): MapEntries {
  const now = headSlot(state);
  const ids = new Set([...(assetsOf(state, account)?.keys() ?? []), ...(account.assetUse?.keys() ?? [])]);
  return inOrder([...ids].map((id) => [id, quotaUsage(state, account.assetUse?.get(id) ?? noUse, now)] as const));
}

/** Whether an account has any fields about tokens. */
export function hasAssetFields({ assets, assetUse, issuedAsset, frozenSupply }: Account): boolean {
  return (assets ?? assetUse ?? issuedAsset ?? frozenSupply) !== undefined;
}

/** Fields of an account about tokens. */
export function accountAssetFields(state: State, account: Account): MessageInit<AccountMessage> {
  const { issuedAsset, frozenSupply = [], assetUse = [] } = account;
  return {
    assetV2: inOrder(assetsOf(state, account) ?? []),
    ...(issuedAsset && {
      asset_issued_name: issuedAsset.name,
      asset_issued_ID: bytesToHex(utf8ToBytes(issuedAsset.id)),
    }),
    frozen_supply: frozenSupply.map(({ amount, expireTime }) => ({ frozen_balance: amount, expire_time: expireTime })),
    latest_asset_operation_timeV2: inOrder([...assetUse].map(([id, { time }]) => [id, BigInt(time)] as const)),
    free_asset_net_usageV2: usedOfAssets(state, account),
  };
}

/** The bandwidth of tokens that an account has used, and may use in a day. */
export function assetNetFields(
  state: State,
  account: Account,
): Pick<MessageInit<MessageOf<typeof AccountNetMessage>>, 'assetNetUsed' | 'assetNetLimit'> {
  const used = usedOfAssets(state, account);
  return {
    assetNetUsed: used,
    assetNetLimit: used.map(({ key }) => ({ key, value: existingAsset(state, key).free_asset_net_limit })),
  };
}
