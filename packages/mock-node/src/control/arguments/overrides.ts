import { type KnownKeys } from '../../known-keys.ts';

/** Code to set, as an object because two strings side by side are easily swapped. */
export interface CodeOverride {
  /** Base58check or 41-hex. */
  readonly address: string;
  /** Runtime code in hexadecimal. */
  readonly code: string;
}

/** A storage slot to set. Slot and value are words of at most 32 bytes in hexadecimal. */
export interface StorageOverride {
  /** Base58check or 41-hex. */
  readonly contract: string;
  readonly slot: string;
  readonly value: string;
}

/** A balance of a TRC-10 token to set. */
export interface AssetBalanceOverride {
  /** Base58check or 41-hex. */
  readonly address: string;
  /** The token's id, 1,000,001 or more. */
  readonly tokenId: bigint;
  /** Of the token's smallest unit, 0 to 2^63 − 1. */
  readonly balance: bigint;
}

/** A balance of a TRC-20 token to set. */
export interface TokenBalanceOverride {
  /** The token's contract, base58check or 41-hex. */
  readonly token: string;
  /** Base58check or 41-hex. */
  readonly address: string;
  /** Of the token's smallest unit, 0 to 2^256 − 1. */
  readonly balance: bigint;
}

/** @internal */
export const codeKeys: KnownKeys<CodeOverride> = { address: true, code: true };
/** @internal */
export const storageKeys: KnownKeys<StorageOverride> = { contract: true, slot: true, value: true };
/** @internal */
export const assetBalanceKeys: KnownKeys<AssetBalanceOverride> = { address: true, tokenId: true, balance: true };
/** @internal */
export const tokenBalanceKeys: KnownKeys<TokenBalanceOverride> = { token: true, address: true, balance: true };
