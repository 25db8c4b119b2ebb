import { createHash } from 'node:crypto';
import { addressToHex } from '@coin/rpc/address';
import { type Certificate, type SignedHeader } from '@coin/rpc/proof';
import { createKeySigner, type KeySigner } from '@coin/rpc/signer';

// Protobuf messages by hand, independent of the code under test. Source: docs/protocol/transfers.md, Protobuf shapes.
const varint = (value: bigint): string =>
  value < 128n ? value.toString(16).padStart(2, '0') : (128n + (value % 128n)).toString(16) + varint(value / 128n);
export const integerField = (field: number, value: bigint | number): string =>
  varint(BigInt(field * 8)) + varint(BigInt(value));
export const bytesField = (field: number, hex: string): string =>
  varint(BigInt(field * 8 + 2)) + varint(BigInt(hex.length / 2)) + hex;
const textField = (field: number, text: string): string => bytesField(field, Buffer.from(text).toString('hex'));

const sha256 = (hex: string): Buffer => createHash('sha256').update(Buffer.from(hex, 'hex')).digest();
export const leafHash = (hex: string): string => sha256(hex).toString('hex');

/** The raw data of a transaction with one contract. */
export const rawData = (type: number, name: string, value: string): string =>
  bytesField(1, '0007') +
  bytesField(4, '00'.repeat(8)) +
  integerField(8, 1_795_000_060_000) +
  bytesField(
    11,
    integerField(1, type) + bytesField(2, textField(1, `type.googleapis.com/protocol.${name}`) + bytesField(2, value)),
  ) +
  integerField(14, 1_795_000_000_000);

/** The end of a transaction in a block: `ret` with `contractRet`. */
export const result = (contractRet: number): string => bytesField(5, integerField(3, contractRet));
export const SUCCESS = 1;
export const SIGNATURE = bytesField(2, 'ab'.repeat(65));

/** A witness whose blocks are signed by another key. */
export interface Witness {
  readonly address: string;
  readonly key: KeySigner;
}
const keyOf = (byte: string): KeySigner => createKeySigner(byte.repeat(32));
export const witnesses = ['1', '2', '3', '4', '5', '6'].map((digit): Witness => ({
  address: keyOf(`0${digit}`).address,
  key: keyOf(`e${digit}`),
}));

/** A block to be signed. By default its parent is the block before it, and the witness signs. */
export interface Step {
  readonly number: number;
  readonly time: number;
  readonly by: Witness;
  readonly key?: KeySigner;
  readonly parent?: string;
  readonly root?: string;
  /** Fields of a later version, after the others. */
  readonly extra?: string;
}

const headerOf = ({ number, time, by, parent = '00'.repeat(32), root = '00'.repeat(32), extra = '' }: Step): string =>
  (time === 0 ? '' : integerField(1, time)) +
  bytesField(2, root) +
  bytesField(3, parent) +
  (number === 0 ? '' : integerField(7, number)) +
  bytesField(9, addressToHex(by.address)) +
  integerField(10, 34) +
  extra;

export const idOf = (header: string, number: number): string =>
  number.toString(16).padStart(16, '0') + leafHash(header).slice(16);

/** The headers of steps, each naming the one before it. */
export function signedHeaders(steps: readonly Step[]): readonly SignedHeader[] {
  let parent: string | undefined;
  return steps.map((step) => {
    const header = headerOf({ ...(parent !== undefined && { parent }), ...step });
    parent = idOf(header, step.number);
    const signature = Buffer.from((step.key ?? step.by.key).sign(sha256(header))).toString('hex');
    return { header, signature };
  });
}

/** The certificate of the one transaction of the third block; the first two come before it. */
export function certificateOf(transaction: string, [first, second, own, ...above]: readonly Step[]): Certificate {
  if (first === undefined || second === undefined || own === undefined) throw new Error('three blocks are needed');
  const signed = signedHeaders([first, second, { root: leafHash(transaction), ...own }, ...above]);
  const before = signed.slice(0, 2).map(({ header }) => header);
  return { version: 1, transaction, path: [], before, headers: signed.slice(2) };
}
