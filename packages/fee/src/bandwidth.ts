import type { SmallUnits } from '@coin/units';
import { requireQuantity } from './require-quantity.ts';

/** One entry of a contract's ABI, as a compiler prints it; other keys are ignored, as the node ignores them. */
export interface AbiEntry {
  type?: string;
  name?: string;
  inputs?: readonly AbiParameter[];
  outputs?: readonly AbiParameter[];
  stateMutability?: string;
  anonymous?: boolean;
  constant?: boolean;
  payable?: boolean;
}

/** A parameter or result in an {@link AbiEntry}. */
export interface AbiParameter {
  name?: string;
  type?: string;
  indexed?: boolean;
}

/** What {@link transactionSize} must know of any transaction; the rest has one length. */
export interface TransactionEnvelope {
  /** Signatures of 65 bytes it carries; 1 when absent. */
  signatures?: number;
  /** Bytes of the memo; 0 when absent. */
  memoSize?: number;
  /** Number of the permission it is signed with; 0, the owner's, when absent. */
  permissionId?: number;
  /** Milliseconds since 1970; any time from 2004 to 2109 has the same length and may be left out. */
  timestamp?: number;
  /** Milliseconds since 1970, likewise. */
  expiration?: number;
}

/** A transaction of which only the length of its encoded `raw_data` in bytes matters. */
export interface EncodedTransaction {
  type: 'encoded';
  rawDataSize: number;
  signatures?: number;
}

/** A transfer of coin. */
export interface TransferTransaction extends TransactionEnvelope {
  type: 'transfer';
  /** Small units, at least 0. */
  amount: SmallUnits;
}

/** What calls and deployments share. */
interface ContractTransaction extends TransactionEnvelope {
  /** Small units, at least 0. */
  feeLimit: SmallUnits;
  /** Coin sent along, in small units; 0 when absent. */
  callValue?: SmallUnits;
  /** Units of a token sent along; 0 when absent. */
  callTokenValue?: bigint;
  /** Number of that token; 0 when absent. */
  tokenId?: bigint;
}

/** A call of a contract. */
export interface CallTransaction extends ContractTransaction {
  type: 'call';
  /** Bytes of input: 4 of the selector and 32 an argument word. */
  dataSize: number;
}

/** A deployment of a contract. */
export interface DeploymentTransaction extends ContractTransaction {
  type: 'deployment';
  /** Bytes of initialisation code and constructor arguments. */
  bytecodeSize: number;
  /** The published interface; none when absent. */
  abi?: readonly AbiEntry[];
  name?: string;
  /** The percentage of the energy that callers pay, 0 to 100; 0 when absent, as in the transaction. */
  callerPercent?: number;
  /** The most energy a call may take from the deployer; 0 when absent. */
  originEnergyLimit?: bigint;
}

/** What {@link transactionSize} measures. */
export type SizedTransaction = EncodedTransaction | TransferTransaction | CallTransaction | DeploymentTransaction;

// Sizes of the encoding in bytes. A field is its tag and its content; a zero or an empty one is not written.

// Seven bits a byte.
const varintSize = (value: bigint | number): number => Math.ceil(value.toString(2).length / 7);

const numberSize = (name: string, value: bigint | number = 0, tagSize = 1): number =>
  requireQuantity(name, value, 'units', typeof value === 'bigint' ? 0n : 0) ? tagSize + varintSize(value) : 0;
const messageSize = (size: number): number => 1 + varintSize(size) + size;
const bytesSize = (name: string, size = 0): number =>
  requireQuantity(name, size, 'bytes', 0) === 0 ? 0 : messageSize(size);
const textSize = (text = ''): number => bytesSize('text', encodeURIComponent(text).replaceAll(/%../g, '_').length);
const flagSize = (flag = false): number => (flag ? 2 : 0);
const totalSize = <T>(items: readonly T[] = [], sizeOf: (item: T) => number): number =>
  items.reduce((total, item) => total + sizeOf(item), 0);

const ADDRESS_SIZE = 23;
const parameterSize = ({ name, type, indexed }: AbiParameter) =>
  messageSize(flagSize(indexed) + textSize(name) + textSize(type));
const entrySize = (entry: AbiEntry): number =>
  messageSize(
    flagSize(entry.anonymous) +
      flagSize(entry.constant) +
      textSize(entry.name) +
      totalSize(entry.inputs, parameterSize) +
      totalSize(entry.outputs, parameterSize) +
      flagSize(entry.type !== undefined) +
      flagSize(entry.payable) +
      flagSize(entry.stateMutability !== undefined),
  );

const TYPE_URL_SIZE = 'type.googleapis.com/protocol.'.length;

/** The contract's name, and its size without the owner's address, which every contract has. */
function contractTypeAndSize(transaction: Exclude<SizedTransaction, EncodedTransaction>): [type: string, size: number] {
  if (transaction.type === 'transfer')
    return ['TransferContract', ADDRESS_SIZE + numberSize('amount', transaction.amount)];
  const value = numberSize('callValue', transaction.callValue);
  const token = numberSize('callTokenValue', transaction.callTokenValue) + numberSize('tokenId', transaction.tokenId);
  if (transaction.type === 'call') {
    return ['TriggerSmartContract', ADDRESS_SIZE + value + bytesSize('dataSize', transaction.dataSize) + token];
  }
  const contract =
    ADDRESS_SIZE +
    messageSize(totalSize(transaction.abi, entrySize)) +
    bytesSize('bytecodeSize', transaction.bytecodeSize) +
    value +
    numberSize('callerPercent', transaction.callerPercent) +
    textSize(transaction.name) +
    numberSize('originEnergyLimit', transaction.originEnergyLimit);
  return ['CreateSmartContract', messageSize(contract) + token];
}

const TYPICAL_TIME = 1_700_000_000_000;

function rawDataSize(transaction: SizedTransaction): number {
  if (transaction.type === 'encoded') return requireQuantity('rawDataSize', transaction.rawDataSize, 'bytes', 0);
  const { memoSize, permissionId, timestamp = TYPICAL_TIME, expiration = TYPICAL_TIME } = transaction;
  const [type, size] = contractTypeAndSize(transaction);
  const contract =
    flagSize(true) +
    messageSize(messageSize(TYPE_URL_SIZE + type.length) + messageSize(ADDRESS_SIZE + size)) +
    numberSize('permissionId', permissionId);
  const referenceBlockSize = 4 + 10;
  return (
    referenceBlockSize +
    numberSize('expiration', expiration) +
    bytesSize('memoSize', memoSize) +
    messageSize(contract) +
    numberSize('timestamp', timestamp) +
    (transaction.type === 'transfer' ? 0 : numberSize('feeLimit', transaction.feeLimit, 2))
  );
}

/**
 * The bandwidth a transaction takes, in bytes: its encoded size with its signatures, and 64 for the result.
 *
 * For a transaction that is built already give `type: 'encoded'` and the length of `raw_data_hex` / 2.
 *
 * Source: docs/protocol/bandwidth.md, "Size"; docs/protocol/transfers.md, "Protobuf shapes".
 *
 * @param transaction - a transfer, a call, a deployment, or an encoded one; sizes in bytes and amounts at least 0
 * @returns bytes
 * @throws FeeError `WRONG_TYPE`, `OUT_OF_RANGE`
 * @example
 * ```ts
 * import { transactionSize } from '@coin/fee';
 *
 * transactionSize({ type: 'transfer', amount: 1_000_000n }); // => 267
 * transactionSize({ type: 'call', dataSize: 68, feeLimit: 2_770_400n }); // => 345
 * transactionSize({ type: 'encoded', rawDataSize: 133, signatures: 2 }); // => 334
 * ```
 */
export function transactionSize(transaction: SizedTransaction): number {
  return (
    messageSize(rawDataSize(transaction)) +
    67 * requireQuantity('signatures', transaction.signatures ?? 1, 'signatures', 0) +
    64
  );
}
