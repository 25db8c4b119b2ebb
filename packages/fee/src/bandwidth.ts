import { type AbiEntry, type AbiParameter, type SmallUnits } from '@coin/units';
import { BYTES, MAX_INT64, argumentInvalid, bigintArgument, integerArgument } from './argument-checks.ts';

/** The fields of any transaction whose length varies; all others have a fixed length. */
export interface TransactionEnvelope {
  /** The number of its signatures of 65 bytes; 1 by default. */
  readonly signatures?: number;
  /** The length of the memo in bytes; 0 by default. */
  readonly memoSize?: number;
  /** The number of the permission that it is signed with; 0, the owner's, by default. */
  readonly permissionId?: number;
  /** Milliseconds since 1970; any time from 2004 to 2109 has the same length and may be omitted. */
  readonly timestamp?: number;
  /** Milliseconds since 1970; see `timestamp`. */
  readonly expiration?: number;
}

/** A transaction that is already encoded: only the length of its `raw_data` in bytes matters. */
export interface EncodedTransaction {
  readonly kind: 'encoded';
  readonly rawDataSize: number;
  readonly signatures?: number;
}

/** A transfer of coin. */
export interface TransferTransaction extends TransactionEnvelope {
  readonly kind: 'transfer';
  /** Small units, at least 0. */
  readonly amount: SmallUnits;
}

/** The fields that calls and deployments have in common. */
export interface ContractTransaction extends TransactionEnvelope {
  /** Small units, at least 0. */
  readonly feeLimit: SmallUnits;
  /** Coin sent along, in small units; 0 by default. */
  readonly callValue?: SmallUnits;
  /** Units of a token sent along; 0 by default. */
  readonly callTokenValue?: bigint;
  /** The number of that token; 0 by default. */
  readonly tokenId?: bigint;
}

/** A call of a contract. */
export interface CallTransaction extends ContractTransaction {
  readonly kind: 'call';
  /** The length of the input in bytes: 4 for the selector and 32 for each argument word. */
  readonly dataSize: number;
}

/** A deployment of a contract. */
export interface DeploymentTransaction extends ContractTransaction {
  readonly kind: 'deployment';
  /** The length of the initialization code with the constructor arguments, in bytes. */
  readonly bytecodeSize: number;
  /** The published ABI; none by default. */
  readonly abi?: readonly AbiEntry[];
  readonly name?: string;
  /** The percentage of the energy that callers pay, 0 to 100; 100 by default. */
  readonly callerPercent?: number;
  /** The maximum energy that a call may use from the deployer; 10,000,000 by default. */
  readonly deployerEnergyLimit?: bigint;
}

/** A transaction that {@link transactionSize} measures. */
export type SizedTransaction = EncodedTransaction | TransferTransaction | CallTransaction | DeploymentTransaction;

// Sizes of the encoding in bytes. A field is a tag and its content; zeros and empty fields are not written.

// Seven bits per byte.
const varintSize = (value: bigint | number): number => Math.ceil(value.toString(2).length / 7);

function numberSize(name: string, value: bigint | number = 0, tagSize = 1): number {
  if (typeof value === 'bigint') bigintArgument(name, value, { min: 0n, max: MAX_INT64 });
  else integerArgument(name, value, { min: 0 });
  return value ? tagSize + varintSize(value) : 0;
}
const messageSize = (size: number): number => 1 + varintSize(size) + size;
const bytesSize = (name: string, size = 0): number =>
  integerArgument(name, size, BYTES) === 0 ? 0 : messageSize(size);
/** The length of a text in UTF-8, in bytes. Half of a surrogate pair counts as the character that replaces it. */
export const textLength = (text = ''): number =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')).replaceAll(/%../g, '_').length;
const textSize = (text?: string): number => bytesSize('text', textLength(text));
const flagSize = (flag = false): number => (flag ? 2 : 0);
const totalSize = <T>(items: readonly T[] = [], measureCall: (item: T) => number): number =>
  items.reduce((total, item) => total + measureCall(item), 0);

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
      flagSize(true) +
      flagSize(entry.payable) +
      flagSize(entry.stateMutability !== undefined),
  );

const TYPE_URL_SIZE = 'type.googleapis.com/protocol.'.length;

/** The contract's type, and its size without the owner's address, which every contract has. */
function contractTypeAndSize(transaction: Exclude<SizedTransaction, EncodedTransaction>): [type: string, size: number] {
  if (transaction.kind === 'transfer')
    return ['TransferContract', ADDRESS_SIZE + numberSize('amount', transaction.amount)];
  const value = numberSize('callValue', transaction.callValue);
  const token = numberSize('callTokenValue', transaction.callTokenValue) + numberSize('tokenId', transaction.tokenId);
  if (transaction.kind === 'call') {
    return ['TriggerSmartContract', ADDRESS_SIZE + value + bytesSize('dataSize', transaction.dataSize) + token];
  }
  const contract =
    ADDRESS_SIZE +
    messageSize(totalSize(transaction.abi, entrySize)) +
    bytesSize('bytecodeSize', transaction.bytecodeSize) +
    value +
    numberSize('callerPercent', transaction.callerPercent ?? 100) +
    textSize(transaction.name) +
    numberSize('deployerEnergyLimit', transaction.deployerEnergyLimit ?? 10_000_000n);
  return ['CreateSmartContract', messageSize(contract) + token];
}

const TYPICAL_TIME = 1_700_000_000_000;

const KINDS: readonly SizedTransaction['kind'][] = ['encoded', 'transfer', 'call', 'deployment'];

function rawDataSize(transaction: SizedTransaction): number {
  if (transaction.kind === 'encoded') return integerArgument('rawDataSize', transaction.rawDataSize, BYTES);
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
    (transaction.kind === 'transfer' ? 0 : numberSize('feeLimit', transaction.feeLimit, 2))
  );
}

/**
 * The bandwidth that a transaction uses, in bytes: its encoded size with signatures, and 64 for the result.
 *
 * For a transaction that is already built, pass `kind: 'encoded'` and half the length of `raw_data_hex`.
 *
 * Source: docs/protocol/bandwidth.md, "Size"; docs/protocol/transfers.md, "Protobuf shapes".
 *
 * @param transaction - a transfer, a call, a deployment, or an encoded one; sizes in bytes and amounts at least 0
 * @returns bytes
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { transactionSize } from '@coin/fee';
 *
 * transactionSize({ kind: 'transfer', amount: 1_000_000n }); // => 267
 * transactionSize({ kind: 'call', dataSize: 68, feeLimit: 2_770_400n }); // => 345
 * transactionSize({ kind: 'encoded', rawDataSize: 133, signatures: 2 }); // => 334
 * ```
 */
export function transactionSize(transaction: SizedTransaction): number {
  const { kind } = transaction;
  if (!KINDS.includes(kind)) throw argumentInvalid('kind', kind, KINDS.join(' or '));
  return (
    messageSize(rawDataSize(transaction)) +
    67 * integerArgument('signatures', transaction.signatures ?? 1, { min: 0, unit: 'signatures' }) +
    64
  );
}
