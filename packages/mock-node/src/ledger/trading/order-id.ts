import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { keccak256 } from '../../protocol/hash.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { type TokenPair } from '../../state/accessors/market.ts';

/** Size of a token's id within an order's id, padded with zeros. */
const TOKEN_BYTES = 19;
const ADDRESS_BYTES = 21;

/** The id of an account's order after this many earlier ones. docs/protocol/market.md, Orders. */
export function orderId(owner: Address, { sellToken, buyToken }: TokenPair, before: number): Hex {
  const hashed = new Uint8Array(ADDRESS_BYTES + 2 * TOKEN_BYTES + 8);
  hashed.set(hexToBytes(owner));
  hashed.set(utf8ToBytes(sellToken), ADDRESS_BYTES);
  hashed.set(utf8ToBytes(buyToken), ADDRESS_BYTES + TOKEN_BYTES);
  new DataView(hashed.buffer).setBigInt64(ADDRESS_BYTES + 2 * TOKEN_BYTES, BigInt(before));
  return bytesToHex(keccak256(hashed));
}
