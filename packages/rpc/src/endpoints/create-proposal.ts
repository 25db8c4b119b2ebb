import { rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { proposalParameters, type ProposalParameters } from '../transaction/contracts/proposal-parameters.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** New values for chain parameters. */
export interface CreateProposalArgs extends OwnerFields {
  /** A witness: base58check or 41-hex. */
  readonly owner: string;
  /**
   * New values by name, `{ energyFee: 210n }`: the names that a node prints, with or without `get`, and `blockReward`
   * and `votingReward`. By number, `{ 11: 210n }`, for a parameter without a known name.
   */
  readonly parameters: ProposalParameters;
}

/**
 * Builds an unsigned transaction that proposes values of chain parameters to the committee. The node builds it, and
 * the client compares it with the request, byte by byte. Values in the units of their parameters.
 *
 * Source: docs/protocol/governance.md, ProposalCreate; docs/protocol/chain-parameters.md, Table.
 *
 * @param args - `owner`: base58check or 41-hex, a witness; `parameters`: at least one, each of 0 to 2^63 - 1
 * @throws `ADDRESS_INVALID`; `ARGUMENT_INVALID`, for an unknown name with the closest one; `VALIDATION_FAILED` when the
 * chain would reject it; `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, createProposal } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transaction = await createProposal(client, {
 *   owner: '41018d106f70d56b009c5d0472d6a2634a90428700',
 *   parameters: { energyFee: 210n, blockReward: 50_000n, votingReward: 150_000n },
 * });
 * transaction.txID; // => '3c0ccab72ba357c8bc09ed6a42dbd57e83d3edc62b3760df22f8ac8025282089'
 * ```
 */
export async function createProposal(
  client: NodeClient,
  args: CreateProposalArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'parameters', 'permissionId']);
  return buildOwnerTransaction(
    client,
    {
      path: '/wallet/proposalcreate',
      type: 'ProposalCreateContract',
      args,
      fields: { parameters: proposalParameters(args.parameters) },
    },
    options,
  );
}
