import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { addressOfPrivateKey } from '../crypto/witness-signer.ts';
import { developmentAccounts, type DevelopmentAccount } from '../network/development-accounts.ts';
import { sha256 } from '../protocol/hash.ts';
import { type Hex } from '../protocol/primitives.ts';

/** The account with the n-th published key, from 0: first those of the presets, then more of the same kind. */
export function publishedAccount(index: number): DevelopmentAccount {
  const listed = developmentAccounts[index];
  if (listed !== undefined) return listed;
  const privateKey: Hex = bytesToHex(sha256(utf8ToBytes(`coin mock node account ${index}`)));
  return { privateKey, address: addressOfPrivateKey(privateKey) };
}
