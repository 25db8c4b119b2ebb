import { toAddress } from '../address/address.ts';
import { argumentInvalid, int64Argument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** A transfer of a TRC-10 token. */
export interface TransferAssetArgs extends OwnerFields {
  /** The sender: base58check or 41-hex. */
  readonly owner: string;
  /** The recipient: base58check or 41-hex, an account other than the owner. */
  readonly to: string;
  /** The token's id in digits, as in `1000001`. */
  readonly tokenId: string;
  /** The token's smallest units, 1 to 2^63 - 1. */
  readonly amount: bigint;
  /** UTF-8 text stored in the transaction; the network charges an extra fee for it. */
  readonly memo?: string;
}

/**
 * Builds an unsigned transaction that transfers a TRC-10 token. The node builds it, and the client compares it with
 * the request, byte by byte. Amount in the token's smallest units.
 *
 * For a TRC-20 token, which is a contract, use `token` of `@coin/rpc/abi`.
 *
 * Source: docs/protocol/assets.md, TransferAsset.
 *
 * @param args - `owner`, `to`: base58check or 41-hex; `tokenId`: digits; `amount`: 1 to 2^63 - 1; `memo`,
 * `permissionId` if needed
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it (no such token, too
 * few tokens); `TRANSACTION_MISMATCH` when the node built a different one; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, transferAsset } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const owner = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * await transferAsset(client, { owner, to, tokenId: 'gold', amount: 5n }); // throws ARGUMENT_INVALID
 * ```
 */
export async function transferAsset(
  client: NodeClient,
  args: TransferAssetArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'to', 'tokenId', 'amount', 'memo', 'permissionId']);
  const { tokenId } = args;
  if (typeof tokenId !== 'string' || !/^[1-9]\d{0,18}$/.test(tokenId))
    throw argumentInvalid('tokenId', tokenId, 'the id of a TRC-10 token in digits, as in 1000001');
  const to = toAddress(args.to);
  const amount = int64Argument('amount', args.amount, { min: 1n });
  return buildOwnerTransaction(
    client,
    {
      path: '/wallet/transferasset',
      type: 'TransferAssetContract',
      args,
      fields: { asset_name: tokenId, to_address: to, amount },
    },
    options,
  );
}
