import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeTransaction } from '@coin/rpc';
import { type Case, type Source } from '../case.ts';
import { type RecordedTransaction, transactionCases, wholeTransaction } from '../transaction-cases.ts';
import { exclusions } from './exclusions.ts';

const CODE = /\.(?:c|cc|cpp|go|h|java|js|json|kt|md|py|rs|swift|ts|txt)$/u;
/** Strings of hex, also those that are written in several parts. */
const HEX = /(?:[0-9a-f]{2}){60,}/giu;
const SEAM = /(["'`])\s*\+?\s*\\?\n?\s*\1/gu;
/** `type.googleapis.com/protocol.`, which every transaction contains. */
const TYPE_URL = Buffer.from('type.googleapis.com/protocol.').toString('hex');

const nameOf = (file: string, hex: string): string => `${file} ${hex.slice(0, 40)}`;

/** Bytes of a transaction, unless they are one with its signatures. */
function readHex(file: string, hex: string): RecordedTransaction {
  const name = nameOf(file, hex);
  try {
    const { rawDataHex, signatures } = decodeTransaction(hex);
    if (wholeTransaction(rawDataHex, signatures) === hex) return { name, rawDataHex, signatures };
  } catch {
    // Not the bytes of a whole transaction.
  }
  return { name, rawDataHex: hex };
}

interface PrintedTransaction {
  readonly raw_data?: object;
  readonly raw_data_hex?: unknown;
  readonly txID?: string;
  readonly signature?: readonly string[];
}

/** The transactions in JSON: objects that have their bytes and their fields. */
function findPrinted(name: string, value: unknown): readonly RecordedTransaction[] {
  if (typeof value !== 'object' || value === null) return [];
  const { raw_data: rawData, raw_data_hex: rawDataHex, txID, signature = [] } = value as PrintedTransaction;
  const inside = Object.values(value).flatMap((item) => findPrinted(name, item));
  if (rawData === undefined || typeof rawDataHex !== 'string' || !rawDataHex.includes(TYPE_URL)) return inside;
  return [
    { name: nameOf(name, rawDataHex), rawDataHex, rawData, ...(txID && { txID }), signatures: signature },
    ...inside,
  ];
}

function readJson(file: string, text: string): readonly RecordedTransaction[] {
  try {
    return file.endsWith('.json') ? findPrinted(file, JSON.parse(text)) : [];
  } catch {
    // JSON with comments, for instance.
    return [];
  }
}

function findTransactions(folder: string): readonly Case[] {
  const found = new Map<string, RecordedTransaction>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => CODE.test(path))) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const printed of readJson(file, text)) found.set(printed.rawDataHex, printed);
    for (const [match] of text.replaceAll(SEAM, '').matchAll(HEX)) {
      const hex = match.toLowerCase();
      if (hex.startsWith('0a') && hex.includes(TYPE_URL) && !found.has(hex)) found.set(hex, readHex(file, hex));
    }
  }
  return transactionCases([...found.values()]);
}

/** Every transaction as hex in the code of wallets and SDKs. The folder has a checkout of each. */
export const wallets: Source = {
  name: 'wallets',
  origin:
    'trustwallet/wallet-core 5295dc4fe299, LedgerHQ/app-tron 16f3bc2a7bf2, andelf/tronpy a0731f77e228, tronprotocol/tronweb 2b8777566e49, trezor/trezor-firmware dd7afbc3df8d, KeystoneHQ/keystone3-firmware 8420703ad867, MetaMask/snap-tron-wallet 55e6b4e8d7a4, consenlabs/token-core-monorepo eeda742a035c, gemwalletcom/wallet 4ce9729f3ab1, vultisig/vultisig-sdk 2faf1a2b833b, okx/js-wallet-sdk 83b4323607cc, fbsobreira/gotron-sdk 202a9d9e4dc9, anchorageoss/visualsign-parser e5810599b59f, tronprotocol/wallet-cli cb62dbeccf2f, tronprotocol/java-tron 1e35f79a1654',
  licence: 'of each wallet; some are GPL, so they are fetched when asked',
  read: findTransactions,
  exclusions,
};
