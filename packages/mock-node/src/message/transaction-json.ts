import {
  composeJson,
  isJsonArray,
  quoteJson,
  stringMember,
  writeJson,
  type JsonObject,
  type JsonValue,
} from '../json/json-value.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { composeEntries, composeMessage, type PrintOptions } from '../json/protobuf-printer.ts';
import { parseJson, parseJsonObject } from '../json/read-json.ts';
import { jsonError, nullPointerError, RequestError } from '../json/request-errors.ts';
import { keccak256 } from '../protocol/hash.ts';
import { bytesToHex, hexToBytes } from '../protocol/hex.ts';
import { CreateSmartContract } from '../protocol/messages/contract-messages.ts';
import { contractSchemas } from '../protocol/messages/contract-schemas.ts';
import { ContractType } from '../protocol/messages/enumerations.ts';
import { transactionId } from '../protocol/messages/ids.ts';
import {
  Transaction,
  TransactionRaw,
  type TransactionContract,
  type TransactionMessage,
} from '../protocol/messages/messages.ts';
import { unpackContract } from '../protocol/messages/packed-contract.ts';
import { type MessageInit, type MessageOf, type MessageSchema } from '../protocol/messages/schema.ts';
import { encodeFor } from '../protocol/messages/wire.ts';
import { type Hex } from '../protocol/primitives.ts';
import { type RequestBody } from './request.ts';

/** A transaction to print. Any default value except `raw_data` may be omitted. */
export type PrintableTransaction = Pick<TransactionMessage, 'raw_data'> &
  Pick<MessageInit<TransactionMessage>, 'signature' | 'ret'>;

type Entry = readonly [key: string, json: string];
type ContractMessage = MessageOf<typeof TransactionContract>;

/**
 * Composes a transaction as every answer shows it: contracts unpacked, with its id and the bytes that are signed.
 *
 * Source: docs/protocol/http.md, Response printing.
 */
export function composeTransaction(transaction: PrintableTransaction, options: PrintOptions): string {
  return composeJson(transactionEntries(transaction, options));
}

/** Composes a transaction that was just built, including its notation. */
export function composeBuiltTransaction(transaction: PrintableTransaction, options: PrintOptions): string {
  return composeJson([...transactionEntries(transaction, options), ['visible', String(options.visible)]]);
}

function transactionEntries(transaction: PrintableTransaction, options: PrintOptions): readonly Entry[] {
  const { raw_data: raw, signature = [], ret = [] } = transaction;
  if (raw === undefined) {
    throw nullPointerError();
  }
  const id = transactionId(raw);
  const contracts = raw.contract
    .map((contract) => composeContract(contract, options))
    .filter((contract) => contract !== undefined);
  const creation = raw.contract.find(({ type }) => type === ContractType.values.CreateSmartContract);
  const rawEntries = composeEntries(TransactionRaw, { ...raw, contract: [] }, options);
  return [
    ['raw_data', composeJson([...rawEntries, ['contract', `[${contracts.join()}]`]])],
    ...composeEntries(Transaction, { signature, ret }, options),
    ...(creation === undefined ? [] : contractAddressEntry(creation, id)),
    ['raw_data_hex', `"${encodeFor(TransactionRaw, raw, bytesToHex)}"`],
    ['txID', `"${id}"`],
  ];
}

function composeContract(contract: ContractMessage, options: PrintOptions): string | undefined {
  const schema = contractSchemas.get(contract.type);
  const { type_url: url = '', value = '' } = contract.parameter ?? {};
  const parameter: Entry[] = [['type_url', quoteJson(url)]];
  if (schema !== undefined) {
    if (!url.endsWith(`/protocol.${schema.name}`)) return undefined;
    const unpacked = unpackOrUndefined(schema, value);
    if (unpacked === undefined) return undefined;
    parameter.unshift(['value', composeMessage(schema, unpacked, options)]);
  }
  return composeJson([
    ['parameter', composeJson(parameter)],
    ['type', `"${ContractType.byNumber.get(contract.type) ?? 'UNRECOGNIZED'}"`],
    ...(contract.Permission_id > 0 ? [['Permission_id', String(contract.Permission_id)] as const] : []),
  ]);
}

function contractAddressEntry(creation: ContractMessage, transactionId: Hex): readonly Entry[] {
  const message = unpackOrUndefined(CreateSmartContract, creation.parameter?.value ?? '');
  if (message === undefined) return [];
  const hash = keccak256(hexToBytes(transactionId + message.owner_address));
  return [['contract_address', `"41${bytesToHex(hash.subarray(12))}"`]];
}

/** The node omits bytes that are not a valid message from the answer. */
function unpackOrUndefined<T>(schema: MessageSchema<T>, value: Hex): T | undefined {
  try {
    return unpackContract(schema, value);
  } catch {
    return undefined;
  }
}

/**
 * Reads a transaction from the `raw_data` of its JSON, not from `raw_data_hex` or `txID`. Omits a contract that cannot
 * be read.
 *
 * Source: docs/protocol/http.md, Broadcast.
 *
 * @throws RequestError without `raw_data` and its list of contracts.
 */
export function packTransaction(body: RequestBody): TransactionMessage {
  const json = body.json ?? parseJsonObject(body.text);
  if (json === undefined) throw nullPointerError();
  return packTransactionObject(json, body);
}

/** Reads a transaction from a parsed object. */
export function packTransactionObject(json: JsonObject, options: PrintOptions): TransactionMessage {
  const raw = objectMember(json, 'raw_data');
  if (raw === undefined) throw nullPointerError();
  const contracts = arrayMember(raw, 'contract');
  if (contracts === undefined) throw nullPointerError();
  const packed = contracts.flatMap((contract) => packContract(contract, options) ?? []);
  const transaction = new Map(json).set('raw_data', new Map(raw).set('contract', packed));
  try {
    return readTree(Transaction, transaction, options);
  } catch (error) {
    if (!(error instanceof RequestError) || !error.javaClass.endsWith('$ParseException')) throw error;
    throw nullPointerError();
  }
}

/** Reads the message of an object, which the node writes and reads again. @throws RequestError */
function readTree<T>(schema: MessageSchema<T>, object: JsonObject, options: PrintOptions): T {
  return parseMessage(schema, writeJson(object), options);
}

function packContract(contract: JsonValue, options: PrintOptions): JsonObject | undefined {
  if (!(contract instanceof Map)) return undefined;
  const type = stringMember(contract, 'type');
  const schema = type === undefined ? undefined : contractSchemas.get(ContractType.byName.get(type) ?? -1);
  try {
    const parameter = objectMember(contract, 'parameter');
    const value = parameter && objectMember(parameter, 'value');
    if (schema === undefined || parameter === undefined || value === undefined) return undefined;
    const message = readTree(schema, value, options);
    const bytes = encodeFor(schema, message, bytesToHex);
    return new Map(contract).set('parameter', new Map(parameter).set('value', bytes));
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/**
 * Reads a member that is an object, or the JSON text of one; undefined if it is absent. @throws RequestError for
 * anything else.
 */
function objectMember(object: JsonObject, key: string): JsonObject | undefined {
  const value = object.get(key);
  if (typeof value === 'string') return parseJsonObject(value);
  if (value === undefined || value === null || value instanceof Map) return value ?? undefined;
  throw jsonError(`Field '${key}' is not an object`);
}

/** Like {@link objectMember}, for a list. */
function arrayMember(object: JsonObject, key: string): readonly JsonValue[] | undefined {
  const given = object.get(key);
  const value = typeof given === 'string' ? parseJson(given) : (given ?? undefined);
  if (value === undefined || (value !== null && isJsonArray(value))) return value;
  throw jsonError(typeof given === 'string' ? 'Expected JSON array' : `Field '${key}' is not an array`);
}
