import { integerArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** The part of its rewards that a witness keeps. */
export interface UpdateBrokerageArgs extends OwnerFields {
  /** A witness: base58check or 41-hex. */
  readonly owner: string;
  /** The witness's share of rewards in percent, 0 to 100; its voters share the rest. */
  readonly brokeragePercent: number;
}

/**
 * Builds an unsigned transaction that changes the percentage of its rewards that a witness keeps. The node builds
 * it, and the client compares it with the request, byte by byte. The new percentage counts from the next maintenance
 * on.
 *
 * Source: docs/protocol/governance.md, UpdateBrokerage.
 *
 * @param args - `owner`: base58check or 41-hex, a witness; `brokeragePercent`: 0 to 100
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, updateBrokerage } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const owner = '41018d106f70d56b009c5d0472d6a2634a90428700';
 * const transaction = await updateBrokerage(client, { owner, brokeragePercent: 30 });
 * transaction.txID; // => '117fd68fc6a6e134dc2e2d9da07c350c4c7f959ba839366ca07f33302763fddc'
 * ```
 */
export async function updateBrokerage(
  client: NodeClient,
  args: UpdateBrokerageArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'brokeragePercent', 'permissionId']);
  const percent = integerArgument('brokeragePercent', args.brokeragePercent, { min: 0, max: 100 });
  return buildOwnerTransaction(
    client,
    { path: '/wallet/updateBrokerage', type: 'UpdateBrokerageContract', args, fields: { brokerage: BigInt(percent) } },
    options,
  );
}
