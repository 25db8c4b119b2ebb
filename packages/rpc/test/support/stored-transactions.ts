import { readFileSync } from 'node:fs';

/** A transaction with the fields of its contract; its integers as text. */
interface StoredTransaction {
  txID: string;
  rawDataHex: string;
  signatures: string[];
  rawData: {
    contract: { type: string; parameter: { value: Readonly<Record<string, string>> } }[];
    expiration: string;
    timestamp: string;
  };
}

/** Of each contract type transactions that a node built or had in a block. */
export const storedTransactions = JSON.parse(
  readFileSync(new URL('../fixtures/transactions.json', import.meta.url), 'utf8'),
) as StoredTransaction[];
