import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { UsageError } from '../usage-error.ts';

/**
 * Derives the private keys of a mnemonic's first accounts, as the network's wallets do.
 *
 * Source: BIP-39 for the words, BIP-32 and BIP-44 for the path m/44'/195'/0'/0/index, SLIP-44 for 195.
 *
 * @throws UsageError for an invalid mnemonic. The message identifies an unknown word only by its position, because the
 * words are a secret.
 */
export function deriveKeys(mnemonic: string, count: number): readonly string[] {
  const words = mnemonic.trim().toLowerCase().split(/\s+/);
  checkWords(words);
  const master = HDKey.fromMasterSeed(mnemonicToSeedSync(words.join(' ')));
  const accounts = master.derive("m/44'/195'/0'/0");
  return Array.from({ length: count }, (_, index) => {
    const { privateKey } = accounts.deriveChild(index);
    // One index in 2^127 has none (BIP-32).
    if (privateKey === null) throw new UsageError(`--mnemonic has no account ${index}`);
    return bytesToHex(privateKey);
  });
}

function checkWords(words: readonly string[]): void {
  if (![12, 15, 18, 21, 24].includes(words.length))
    throw new UsageError(`--mnemonic must be 12, 15, 18, 21 or 24 words in quotes, but has ${words.length}`);
  const unknown = words.findIndex((word) => !wordlist.includes(word));
  if (unknown !== -1)
    throw new UsageError(
      `--mnemonic must be words of the English list of BIP-39, but word ${unknown + 1} is not in it`,
    );
  try {
    mnemonicToEntropy(words.join(' '), wordlist);
  } catch {
    throw new UsageError('--mnemonic has a wrong checksum: a word is wrong, or the words are in the wrong order');
  }
}
