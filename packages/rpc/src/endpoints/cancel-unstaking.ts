import { rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/**
 * Builds an unsigned transaction that cancels all pending unstaking. The node builds it, and the client compares it
 * with the request, byte by byte. Coin that is not withdrawable yet is staked again.
 *
 * Source: docs/protocol/staking.md.
 *
 * @param args - `owner`: base58check or 41-hex
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, cancelUnstaking } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transaction = await cancelUnstaking(client, { owner: '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6' });
 * transaction.txID; // => 'da0aacf0f8082fd08f09617399c36b4207e6cd837625814f4d0e7b9882b466c1'
 * ```
 */
export async function cancelUnstaking(
  client: NodeClient,
  args: OwnerFields,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'permissionId']);
  return buildOwnerTransaction(
    client,
    { path: '/wallet/cancelallunfreezev2', type: 'CancelAllUnfreezeV2Contract', args, fields: {} },
    options,
  );
}
