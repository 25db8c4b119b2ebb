import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

/** An address in hexadecimal, `41…`. */
export const addressHex = (address: string): string => bytesToHex(createBase58check(sha256).decode(address));
