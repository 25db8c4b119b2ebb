import { integerArgument, wordArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** A witness's approval of a proposal, or its withdrawal. */
export interface ApproveProposalArgs extends OwnerFields {
  /** A witness: base58check or 41-hex. */
  readonly owner: string;
  readonly proposalId: number;
  /** `approve`, the default, or `withdraw` an earlier approval. */
  readonly action?: 'approve' | 'withdraw';
}

/**
 * Builds an unsigned transaction that approves a proposal, or withdraws an approval. The node builds it, and the
 * client compares it with the request, byte by byte.
 *
 * Source: docs/protocol/governance.md.
 *
 * @param args - `owner`: base58check or 41-hex, a witness; `proposalId`: 1 or more; `action`
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, approveProposal } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transaction = await approveProposal(client, {
 *   owner: '41018d106f70d56b009c5d0472d6a2634a90428700',
 *   proposalId: 1,
 * });
 * transaction.txID; // => '75c8b426b8093a53213a84ae2136212070e0907f44bfcc52044cb69defd8b03c'
 * ```
 */
export async function approveProposal(
  client: NodeClient,
  args: ApproveProposalArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'proposalId', 'action', 'permissionId']);
  const action = wordArgument('action', args.action ?? 'approve', ['approve', 'withdraw']);
  const id = BigInt(integerArgument('proposalId', args.proposalId, { min: 1 }));
  return buildOwnerTransaction(
    client,
    {
      path: '/wallet/proposalapprove',
      type: 'ProposalApproveContract',
      args,
      fields: { proposal_id: id, is_add_approval: action === 'approve' },
    },
    options,
  );
}
