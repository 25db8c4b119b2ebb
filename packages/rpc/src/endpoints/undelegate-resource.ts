import { type SmallUnits } from '@coin/units';
import { toAddress } from '../address/address.ts';
import { int64Argument, wordArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { STAKE_RESOURCES, type StakeResource } from '../transaction/contracts/contract-types.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** Stake whose delegation ends. */
export interface UndelegateResourceArgs extends OwnerFields {
  /** The account that stakes: base58check or 41-hex. */
  readonly owner: string;
  /** The account that it was delegated to: base58check or 41-hex. */
  readonly receiver: string;
  /** Small units of stake. */
  readonly amount: SmallUnits;
  readonly resource: StakeResource;
}

/**
 * Builds an unsigned transaction that ends a delegation of bandwidth or energy. The node builds it, and the client
 * compares it with the request, byte by byte. Amount in small units of stake.
 *
 * Source: docs/protocol/staking.md.
 *
 * @param args - `owner`, `receiver`: base58check or 41-hex; `amount`: 1 to 2^63 - 1 small units; `resource`
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, undelegateResource } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transaction = await undelegateResource(client, {
 *   owner: '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6',
 *   receiver: '41371597ea924532ab39d9426134cc9e5606750f1d',
 *   amount: 100_000_000n,
 *   resource: 'ENERGY',
 * });
 * transaction.txID; // => '691efb6e9b3783ffdc4555dcdfb09ac01e72cc671cd4df10c526fff4ac294936'
 * ```
 */
export async function undelegateResource(
  client: NodeClient,
  args: UndelegateResourceArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'receiver', 'amount', 'resource', 'permissionId']);
  const receiver = toAddress(args.receiver);
  const amount = int64Argument('amount', args.amount, { min: 1n });
  const resource = wordArgument('resource', args.resource, STAKE_RESOURCES);
  return buildOwnerTransaction(
    client,
    {
      path: '/wallet/undelegateresource',
      type: 'UnDelegateResourceContract',
      args,
      fields: { resource, balance: amount, receiver_address: receiver },
    },
    options,
  );
}
