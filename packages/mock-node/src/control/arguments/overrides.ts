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

/** @internal */
export const codeKeys: KnownKeys<CodeOverride> = { address: true, code: true };
/** @internal */
export const storageKeys: KnownKeys<StorageOverride> = { contract: true, slot: true, value: true };
