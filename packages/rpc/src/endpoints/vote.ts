import { toAddress } from '../address/address.ts';
import { int64Argument, listArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** Votes, which replace all earlier ones of the account. */
export interface VoteArgs extends OwnerFields {
  /** The voter: base58check or 41-hex. */
  readonly owner: string;
  /** Up to 30 witnesses, each with a whole number of votes; a staked coin is one vote. */
  readonly votes: readonly { readonly address: string; readonly count: bigint }[];
}

/**
 * Builds an unsigned transaction that votes for witnesses. The node builds it, and the client compares it with the
 * request, byte by byte. Votes are whole coins of stake.
 *
 * Source: docs/protocol/governance.md.
 *
 * @param args - `owner` and each `address`: base58check or 41-hex; each `count`: 1 to 2^63 - 1 votes
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, vote } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transaction = await vote(client, {
 *   owner: '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6',
 *   votes: [{ address: '41018d106f70d56b009c5d0472d6a2634a90428700', count: 1000n }],
 * });
 * transaction.txID; // => '23e3739d61ac843b89c1d99c4d99c0b75c584aa7a2034a7b66c4ed09b8eed777'
 * ```
 */
export async function vote(client: NodeClient, args: VoteArgs, options?: BuildOptions): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'votes', 'permissionId']);
  const votes = listArgument('votes', args.votes).map(({ address, count }) => ({
    vote_address: toAddress(address),
    vote_count: int64Argument('count', count, { min: 1n }),
  }));
  return buildOwnerTransaction(
    client,
    { path: '/wallet/votewitnessaccount', type: 'VoteWitnessContract', args, fields: { votes } },
    options,
  );
}
