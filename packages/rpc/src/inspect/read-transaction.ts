import { describeValue } from '@coin/errors';
import { sha256 } from '@noble/hashes/sha2.js';
import { argumentInvalid, hexArgument } from '../encoding/arguments.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { parseJson, type JsonObject } from '../encoding/json.ts';
import { CONTRACT_TYPES, isContractType } from '../transaction/contracts/contract-types.ts';
import { decodeRawData } from '../transaction/decode-raw-data.ts';
import { decodeTransaction } from '../transaction/decode-transaction.ts';
import { signatureArgument } from '../transaction/transaction-argument.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { hexForm } from '../transaction/wire/hex-form.ts';
import { contractOf } from './build-call.ts';

/** A transaction as nodes, TronWeb, WalletConnect and dApps pass it. */
export interface ForeignTransaction {
  readonly txID?: string;
  readonly raw_data?: object;
  readonly raw_data_hex: string;
  readonly signature?: readonly string[];
  readonly visible?: boolean;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The first place where two values differ; integers may be a number, a bigint or decimal text. */
function findDifference(
  given: unknown,
  actual: unknown,
  place: string,
): readonly [string, unknown, unknown] | undefined {
  if (!isObject(actual) || !isObject(given)) {
    const isSame = !isObject(actual) && !isObject(given) && String(given) === String(actual);
    return isSame ? undefined : [place, given, actual];
  }
  for (const key of new Set([...Object.keys(actual), ...Object.keys(given)])) {
    const found = findDifference(
      given[key],
      actual[key],
      Array.isArray(actual) ? `${place}[${key}]` : `${place}.${key}`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same data with addresses and texts in hex, as nodes print it with visible false. */
function withHexFields(transaction: Transaction): JsonObject {
  const { type, fields } = contractOf(transaction);
  if (!isContractType(type)) return transaction.rawData;
  const [contract] = transaction.rawData['contract'] as readonly [JsonObject & { parameter: JsonObject }];
  const value = hexForm(CONTRACT_TYPES[type].fields, fields);
  return { ...transaction.rawData, contract: [{ ...contract, parameter: { ...contract.parameter, value } }] };
}

/** Throws where the JSON that is shown to people says something else than the bytes that are signed. */
function requireSameContent(rawData: object, transaction: Transaction): void {
  const shown = findDifference(rawData, transaction.rawData, 'raw_data');
  if (shown === undefined || findDifference(rawData, withHexFields(transaction), 'raw_data') === undefined) return;
  const [place, given, actual] = shown;
  throw argumentInvalid(place, given, `${describeValue(actual)}, as in raw_data_hex. Do not sign it`);
}

function readObject(foreign: ForeignTransaction): Transaction {
  const { txID, raw_data: rawData, raw_data_hex: hex, signature = [] } = foreign;
  // Wallets add members of their own, which are ignored. A signature of another kind would get lost.
  for (const [name, value] of Object.entries(foreign))
    if (/signature|sig$/i.test(name) && name !== 'signature')
      throw argumentInvalid(name, value, 'absent, because it may be a signature of a kind that this version lacks');
  const rawDataHex = hexArgument('raw_data_hex', hex);
  const id = bytesToHex(sha256(hexToBytes(rawDataHex)));
  if (txID !== undefined && hexArgument('txID', txID, { bytes: 32 }) !== id)
    throw argumentInvalid('txID', txID, `${id}, the hash of raw_data_hex. Do not sign it`);
  const transaction = decodeRawData('raw_data_hex', rawDataHex);
  if (rawData !== undefined) requireSameContent(rawData, transaction);
  return { ...transaction, signatures: signature.map((each) => signatureArgument('signature', each)) };
}

function readHex(text: string): Transaction {
  const hex = hexArgument('transaction', text);
  try {
    return decodeTransaction(hex);
  } catch (error) {
    try {
      return decodeRawData('transaction', hex);
    } catch {
      throw error;
    }
  }
}

/**
 * Reads a transaction that someone else asks to sign or has signed, and compares its parts: its id is the hash of its
 * bytes, and its JSON, with visible true or false, says what its bytes say. A contract of an unknown type is kept as hex.
 *
 * Source: docs/protocol/transfers.md, Protobuf shapes.
 *
 * @param transaction - hex of the bytes with or without signatures, JSON text, or the object: `raw_data_hex` with `txID`,
 * `raw_data` and `signature` if they are there
 * @returns a transaction to pass to `signTransaction`, `describeTransaction` or `encodeTransaction`
 * @throws `ARGUMENT_INVALID` naming the part that differs, as in `raw_data.contract[0].parameter.value.amount`, or
 * fields of the bytes or signatures that this version does not know; `ADDRESS_INVALID`
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction } from '@coin/rpc';
 * import { readTransaction } from '@coin/rpc/inspect';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const owner = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const { txID, rawDataHex } = await createTransaction(client, { owner, to, amount: 1_000_000n });
 * readTransaction({ txID, raw_data_hex: rawDataHex }).txID === txID; // => true
 * readTransaction({ txID, raw_data: {}, raw_data_hex: rawDataHex }); // throws ARGUMENT_INVALID
 * ```
 */
export function readTransaction(transaction: string | ForeignTransaction): Transaction {
  if (typeof transaction !== 'string') return readObject(transaction);
  const text = transaction.trim();
  return text.startsWith('{') ? readObject(parseJson(text) as never) : readHex(text);
}
