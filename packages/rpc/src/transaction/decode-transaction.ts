import { argumentInvalid, hexArgument } from '../encoding/arguments.ts';
import { hexToBytes } from '../encoding/hex.ts';
import { decodeRawData } from './decode-raw-data.ts';
import { encodeSigned } from './encode-transaction.ts';
import { signatureArgument } from './transaction-argument.ts';
import { TRANSACTION_LAYOUT } from './transaction-layout.ts';
import { type Transaction } from './transaction.ts';
import { decodeMessage, describeLaterFields } from './wire/decode-message.ts';

/**
 * Decodes a transaction that {@link encodeTransaction} or another tool stored, with its signatures. Computes its id
 * from its bytes. Contracts of the types that this package builds are decoded in full, as their build functions return
 * them, and so are contracts about TRC-10 tokens, their exchanges and their market, or an account's id. A contract of
 * another type stays hex, in `rawData.contract[0].parameter.value`, and can still be signed and sent.
 *
 * Source: docs/protocol/transfers.md, Protobuf shapes. Encoding the decoded transaction gives the same bytes, so they
 * hide nothing.
 *
 * @param encoded - hex of the network's `Transaction` message, signed or not
 * @throws `ARGUMENT_INVALID` when the bytes are not a transaction with one contract and signatures of 65 bytes, or have
 * a field that only a transaction in a block can have, or are not encoded as the network encodes them;
 * `ADDRESS_INVALID`
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, decodeTransaction, encodeTransaction } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const owner = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const stored = encodeTransaction(await createTransaction(client, { owner, to, amount: 1_000_000n }));
 * const transfer = decodeTransaction(stored);
 * transfer.expiration; // => 1_795_231_233_000
 * decodeTransaction(stored.slice(2)); // throws ARGUMENT_INVALID
 * ```
 */
export function decodeTransaction(encoded: string): Transaction {
  const hex = hexArgument('transaction', encoded);
  const { raw_data: rawDataHex = '', signature = [] } = decodeMessage(TRANSACTION_LAYOUT, hexToBytes(hex));
  const transaction = decodeRawData('transaction', rawDataHex);
  const signatures = signature.map((item) => signatureArgument('a signature of transaction', item));
  if (encodeSigned(transaction.rawDataHex, signatures) !== hex)
    throw argumentInvalid(
      'transaction',
      hex,
      `raw_data and signatures in the encoding of the network, and nothing else${describeLaterFields(TRANSACTION_LAYOUT, hexToBytes(hex))}`,
    );
  return { ...transaction, signatures };
}
