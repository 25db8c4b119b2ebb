import { encodeBase58Check } from '../encoding/base58check.ts';
import { hexToBytes, hexToText, isHex } from '../encoding/hex.ts';
import { toAddress } from './address.ts';

/** Longer bytes stay in hex: base58 takes time that grows with their square, and anyone can set them. */
const LONGEST_ADDRESS_HEX = 64;

/** A field that is an address, in base58check: the genesis block has some that are not of 21 bytes. */
export function visibleAddress(value = ''): string {
  if (/^41[\da-f]{40}$/.test(value)) return toAddress(value);
  const isShortHex = value !== '' && value.length <= LONGEST_ADDRESS_HEX && isHex(value);
  return isShortHex ? encodeBase58Check(hexToBytes(value)) : value;
}

/** The text that hex of UTF-8 stands for; the hex itself if its bytes are not text. */
export const visibleText = (hex: string): string => hexToText(hex) ?? hex;
