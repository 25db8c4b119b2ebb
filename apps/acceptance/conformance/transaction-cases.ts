import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createMockNode, type MockNode } from '@coin/mock-node';
import { createNodeClient, custom, decodeTransaction, encodeTransaction, getTransactionById } from '@coin/rpc';
import { toAddress } from '@coin/rpc/address';
import { signersOf } from '@coin/rpc/signer';
import { askNode } from '../src/ask-node.ts';
import { type Case } from './case.ts';

/** A transaction in a wallet's or an SDK's tests. */
export interface RecordedTransaction {
  readonly name: string;
  readonly rawDataHex: string;
  readonly txID?: string;
  /** The JSON of `raw_data` with `visible` false. */
  readonly rawData?: object;
  readonly signatures?: readonly string[];
  /** Who signed, in the order of the signatures. */
  readonly signers?: readonly string[];
}

/** Transactions in a file, one a line. */
export const readTransactions = (file: string): readonly RecordedTransaction[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedTransaction);

function lengthPrefix(bytes: number): string {
  const low = bytes & 0x7f;
  const rest = bytes >> 7;
  return (rest === 0 ? low : low | 0x80).toString(16).padStart(2, '0') + (rest === 0 ? '' : lengthPrefix(rest));
}

/** The `Transaction` message of a transaction's bytes and its signatures of 65 bytes. */
export const wholeTransaction = (rawDataHex: string, signatures: readonly string[] = []): string =>
  `0a${lengthPrefix(rawDataHex.length / 2)}${rawDataHex}${signatures.map((hex) => `1241${hex}`).join('')}`;

interface PackedTransaction {
  readonly raw_data: object;
  readonly raw_data_hex: string;
}

/** JSON with exact integers. */
const stringify = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `integer ${item}` : item)).replaceAll(
    /"integer (-?\d+)"/gu,
    '$1',
  );

/** A transaction that the mock node packed from its JSON and prints again. */
async function packByNode(node: MockNode, transaction: object): Promise<PackedTransaction> {
  const body = stringify(transaction);
  const response = await node.fetch('http://node/wallet/getapprovedlist', { method: 'POST', body });
  const answer = (await response.json()) as { transaction: { transaction: PackedTransaction } };
  return answer.transaction.transaction;
}

/** Holds the client's decoder, ids, signers and JSON, and the mock node's JSON, against a transaction. */
async function checkTransaction(node: MockNode, recorded: RecordedTransaction): Promise<void> {
  const { rawDataHex, rawData, signatures = [] } = recorded;
  const whole = wholeTransaction(rawDataHex, signatures);
  const decoded = decodeTransaction(whole);
  assert.equal(encodeTransaction(decoded), whole);
  const txID = recorded.txID ?? decoded.txID;
  assert.equal(decoded.txID, txID);
  if (recorded.signers !== undefined)
    assert.deepEqual(signersOf(decoded).toSorted(), recorded.signers.map((signer) => toAddress(signer)).toSorted());
  const { txid } = await askNode<{ txid: string }>(node, 'broadcasthex', { transaction: whole });
  assert.equal(txid, txID);
  const ours = await packByNode(node, { visible: true, raw_data: decoded.rawData });
  assert.equal(ours.raw_data_hex, rawDataHex);
  assert.deepEqual(ours.raw_data, JSON.parse(stringify(decoded.rawData)));
  if (rawData === undefined) return;
  const theirs = await packByNode(node, { raw_data: rawData });
  assert.equal(theirs.raw_data_hex, rawDataHex);
  assert.deepEqual(theirs.raw_data, rawData);
  const answer = JSON.stringify({ txID, raw_data: rawData, raw_data_hex: rawDataHex, signature: signatures });
  const client = createNodeClient({ transport: custom({ request: async () => answer }) });
  const [contract] = decoded.rawData['contract'] as readonly [{ parameter: { value: object } }];
  const read = await getTransactionById(client, { txID });
  assert.deepEqual(JSON.parse(stringify(read?.value)), JSON.parse(stringify(contract.parameter.value)));
}

/** The cases of recorded transactions. */
export function transactionCases(transactions: readonly RecordedTransaction[]): readonly Case[] {
  const node = createMockNode();
  return transactions.map((recorded) => ({ name: recorded.name, check: () => checkTransaction(node, recorded) }));
}
