import { rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** The account whose unstaked coin is withdrawn. */
export interface WithdrawUnstakedArgs extends OwnerFields {
  /** The account that stakes: base58check or 41-hex. */
  readonly owner: string;
}

/**
 * Builds an unsigned transaction that withdraws all stake whose waiting period is over. The node builds it, and the
 * client compares it with the request, byte by byte.
 *
 * Source: docs/protocol/staking.md.
 *
 * @param args - `owner`: base58check or 41-hex
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, withdrawUnstaked } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await withdrawUnstaked(client, { owner: '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6' }); // throws VALIDATION_FAILED
 * ```
 */
export async function withdrawUnstaked(
  client: NodeClient,
  args: WithdrawUnstakedArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'permissionId']);
  return buildOwnerTransaction(
    client,
    { path: '/wallet/withdrawexpireunfreeze', type: 'WithdrawExpireUnfreezeContract', args, fields: {} },
    options,
  );
}
