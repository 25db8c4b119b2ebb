import { integerArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** A proposal to cancel. */
export interface DeleteProposalArgs extends OwnerFields {
  /** The witness that proposed it: base58check or 41-hex. */
  readonly owner: string;
  readonly proposalId: number;
}

/**
 * Builds an unsigned transaction that cancels a proposal. The node builds it, and the client compares it with the
 * request, byte by byte.
 *
 * Source: docs/protocol/governance.md.
 *
 * @param args - `owner`: base58check or 41-hex, the witness that proposed it; `proposalId`: 1 or more
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, deleteProposal } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await deleteProposal(client, {
 *   owner: '41018d106f70d56b009c5d0472d6a2634a90428700',
 *   proposalId: 0,
 * }); // throws ARGUMENT_INVALID
 * ```
 */
export async function deleteProposal(
  client: NodeClient,
  args: DeleteProposalArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'proposalId', 'permissionId']);
  const id = BigInt(integerArgument('proposalId', args.proposalId, { min: 1 }));
  return buildOwnerTransaction(
    client,
    { path: '/wallet/proposaldelete', type: 'ProposalDeleteContract', args, fields: { proposal_id: id } },
    options,
  );
}
