import { sha256 } from '@noble/hashes/sha2.js';
import { argumentInvalid, hexArgument, rejectUnknown } from '../encoding/arguments.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { submitTransaction, type Broadcast } from '../transaction/submit-transaction.ts';
import { readFields } from '../transaction/wire/read-fields.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

/**
 * Sends a signed transaction, given as bytes, to the network. Where an answer is lost, the same bytes are sent again.
 *
 * Source: docs/protocol/http.md, Broadcast.
 *
 * @param args - `transaction`: hex, signatures included, as other tools write it
 * @throws `ARGUMENT_INVALID` when the bytes are not a transaction; otherwise as {@link broadcastTransaction}
 *
 * @example
 * ```ts
 * import { broadcastHex, createNodeClient } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await broadcastHex(client, { transaction: '0a05ff' }); // throws ARGUMENT_INVALID
 * ```
 */
export async function broadcastHex(
  client: NodeClient,
  args: { readonly transaction: string },
  options?: CallOptions,
): Promise<Broadcast> {
  rejectUnknown(args, ['transaction']);
  const transaction = hexArgument('transaction', args.transaction);
  const rawData = new Map(readFields(hexToBytes(transaction))).get(1);
  const expiration = rawData instanceof Uint8Array ? new Map(readFields(rawData)).get(8) : undefined;
  if (!(rawData instanceof Uint8Array) || typeof expiration !== 'bigint')
    throw argumentInvalid('transaction', transaction.slice(0, 20), 'the bytes of a whole transaction');
  const identity = { txID: bytesToHex(sha256(rawData)), expiration: Number(expiration) };
  return submitTransaction(client, { path: '/wallet/broadcasthex', body: { transaction }, ...identity }, options);
}
