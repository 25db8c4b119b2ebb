import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeTransaction } from '@coin/rpc';
import { type Case, type Source } from '../case.ts';
import { type RecordedTransaction, transactionCases, wholeTransaction } from '../transaction-cases.ts';

const CODE = /\.(?:c|cc|cpp|go|h|java|js|json|kt|md|py|rs|swift|ts)$/u;
/** Strings of hex, also those that are written in several parts. */
const HEX = /(?:[0-9a-f]{2}){60,}/giu;
const SEAM = /(["'`])\s*\+?\s*\\?\n?\s*\1/gu;
/** `type.googleapis.com/protocol.`, which every transaction contains. */
const TYPE_URL = Buffer.from('type.googleapis.com/protocol.').toString('hex');

/** Bytes of a transaction, unless they are one with its signatures. */
function readHex(name: string, hex: string): RecordedTransaction {
  try {
    const { rawDataHex, signatures } = decodeTransaction(hex);
    if (wholeTransaction(rawDataHex, signatures) === hex) return { name, rawDataHex, signatures };
  } catch {
    // Not the bytes of a whole transaction.
  }
  return { name, rawDataHex: hex };
}

function findTransactions(folder: string): readonly Case[] {
  const found = new Map<string, RecordedTransaction>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => CODE.test(path))) {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(SEAM, '');
    for (const [match] of text.matchAll(HEX)) {
      const hex = match.toLowerCase();
      if (hex.startsWith('0a') && hex.includes(TYPE_URL) && !found.has(hex))
        found.set(hex, readHex(`${file} ${hex.slice(0, 40)}`, hex));
    }
  }
  return transactionCases([...found.values()]);
}

/** Every transaction as hex in the code of wallets and SDKs. The folder has a checkout of each. */
export const wallets: Source = {
  name: 'wallets',
  origin:
    'trustwallet/wallet-core 5295dc4fe299, LedgerHQ/app-tron 16f3bc2a7bf2, andelf/tronpy a0731f77e228, tronprotocol/tronweb 2b8777566e49',
  licence: 'Apache-2.0, MIT',
  read: findTransactions,
  exclusions: [
    {
      cause: 'it is the first part of a transaction that a device gets in parts',
      source: 'LedgerHQ/app-tron, examples/signTransactionExtension.py',
      cases: [
        'LedgerHQ+app-tron/examples/signTransactionExtension.py 0a02ee332208c90c7f40dfbdc51540e0dfe3ada6',
        'LedgerHQ+app-tron/examples/signTransactionExtension.py 0a02e85a2208c2b05ed1144dbfb240d8b9c98bf5',
      ],
    },
    {
      cause: 'nodes execute no VoteAssetContract, and their JSON has no such contract',
      source: 'java-tron, Util.java:291, packTransaction',
      cases: [
        'trustwallet+wallet-core/tests/chains/Tron/DeserializationTests.cpp 0a027b3b2208b21ace8d6ac20e7e40d8abb9bae6',
      ],
    },
  ],
};
