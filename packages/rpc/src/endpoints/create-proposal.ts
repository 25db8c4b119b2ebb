import { int64Argument, integerArgument, listArgument, objectArgument } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/node-client.ts';

/** New values for chain parameters. */
export interface CreateProposalArgs extends OwnerFields {
  /** A witness: base58check or 41-hex. */
  owner: string;
  /** Number of each parameter, and its new value. */
  parameters: readonly { id: number; value: bigint }[];
}

/**
 * Has the node build a proposal to the committee, and compares it with the request. Values in the units of their
 * parameters.
 *
 * Source: docs/protocol/governance.md.
 *
 * @param args - `owner`: base58check or 41-hex, a witness; `parameters`: at least one
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, createProposal } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * const transaction = await createProposal(client, {
 *   owner: '41018d106f70d56b009c5d0472d6a2634a90428700',
 *   parameters: [
 *     { id: 11, value: 210n },
 *     { id: 5, value: 50_000n },
 *     { id: 31, value: 150_000n },
 *   ],
 * });
 * transaction.txID; // => '3c0ccab72ba357c8bc09ed6a42dbd57e83d3edc62b3760df22f8ac8025282089'
 * ```
 */
export async function createProposal(
  client: NodeClient,
  args: CreateProposalArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  objectArgument('args', args);
  const parameters = listArgument('parameters', args.parameters).map(
    ({ id, value }) => [BigInt(integerArgument('id', id)), int64Argument('value', value)] as const,
  );
  return buildOwnerTransaction(
    client,
    '/wallet/proposalcreate',
    'ProposalCreateContract',
    args,
    [[2, 'parameters', 'map', parameters]],
    options,
  );
}
