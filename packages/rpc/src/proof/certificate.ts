import { integerArgument, listArgument, objectArgument, hexArgument, wordArgument } from '../encoding/arguments.ts';
import { type PathStep } from './merkle-tree.ts';
import { type SignedHeader } from './signed-block.ts';

/**
 * Everything that proves a transaction to somebody who knows the witnesses: plain JSON, to store and to pass on. Bytes
 * are hex.
 */
export interface Certificate {
  /** Other versions are rejected. */
  readonly version: 1;
  /** The whole `Transaction` message: raw data, signatures and result. */
  readonly transaction: string;
  /** From the transaction to the root in its block's header. */
  readonly path: readonly PathStep[];
  /** Headers of the two blocks before the transaction's block, the older one first. */
  readonly before: readonly string[];
  /** The header of the transaction's block, and the headers above it until the block is solid. */
  readonly headers: readonly SignedHeader[];
}

/** A copy of a certificate whose parts have the right types. */
export function certificateArgument(certificate: Certificate): Certificate {
  const { version, transaction, path, before, headers } = objectArgument('certificate', certificate);
  integerArgument('version of the certificate', version, { min: 1, max: 1 });
  return {
    version,
    transaction: hexArgument('transaction', transaction),
    path: listArgument('path', path).map((step) => {
      const { side, hash } = objectArgument('an item of path', step);
      return { side: wordArgument('side', side, ['left', 'right']), hash: hexArgument('hash', hash, { bytes: 32 }) };
    }),
    before: listArgument('before', before),
    headers: listArgument('headers', headers).map((item) => {
      const { header, signature } = objectArgument('an item of headers', item);
      return { header: hexArgument('header', header), signature: hexArgument('signature', signature) };
    }),
  };
}
