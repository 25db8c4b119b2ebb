import { blockId, transactionId } from '../../protocol/messages/ids.ts';
import { BlockHeaderRaw, Transaction, TransactionInfo } from '../../protocol/messages/messages.ts';
import { decode } from '../../protocol/messages/wire.ts';
import { type StoredBlock } from '../records/stored-block.ts';
import { type Codec, CodecError, array, bytes, hex, optional, record } from './codec.ts';

const encodedBlock = /* @__PURE__ */ record({
  header: bytes,
  signature: optional(hex),
  transactions: array(bytes),
  infos: array(bytes),
});

/** Ids, numbers and times are not written, because they follow from the header and the transactions. */
export const blockCodec: Codec<StoredBlock> = {
  write: ({ header, signature, transactions, infos }) =>
    encodedBlock.write({
      header,
      ...(signature !== undefined && { signature }),
      transactions: transactions.map((transaction) => transaction.bytes),
      infos,
    }),
  read: (json, path) => {
    const { header, signature, transactions, infos } = encodedBlock.read(json, path);
    try {
      const fields = decode(BlockHeaderRaw, header);
      infos.forEach((info) => decode(TransactionInfo, info));
      return {
        id: blockId(fields),
        number: Number(fields.number),
        timestamp: Number(fields.timestamp),
        header,
        ...(signature !== undefined && { signature }),
        transactions: transactions.map((encoded) => ({
          id: transactionId(decode(Transaction, encoded).raw_data),
          bytes: encoded,
        })),
        infos,
      };
    } catch (error) {
      throw new CodecError(path, `cannot be decoded (${error instanceof Error ? error.message : String(error)})`);
    }
  },
};
