import { toAddress } from '../address/address.ts';
import { rejectUnknown, wordArgument } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';
import { RESOURCES, type Resource } from './get-account.ts';

/** Stake of the first version to release. */
export interface UnstakeVersion1Args extends OwnerFields {
  /** The account that stakes: base58check or 41-hex. */
  readonly owner: string;
  readonly resource: Resource;
  /** The account to which it is delegated: base58check or 41-hex; absent for the owner's own. */
  readonly receiver?: string;
}

/**
 * Builds an unsigned transaction that releases all stake of the first version for a resource. The coin returns to the
 * balance immediately. The node builds it, and the client compares it with the request, byte by byte. In
 * {@link getAccount} this stake has `version: 1`, and in {@link getDelegations} with its receiver.
 *
 * Source: docs/protocol/staking.md, Old FreezeBalance.
 *
 * @param args - `owner`, `receiver`: base58check or 41-hex; `resource`: the resource it is staked for
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when there is none, or its time is not over;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts no-run
 * import { createNodeClient, unstakeVersion1 } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const owner = '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6';
 * await unstakeVersion1(client, { owner, resource: 'BANDWIDTH' });
 * ```
 */
export async function unstakeVersion1(
  client: NodeClient,
  args: UnstakeVersion1Args,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'resource', 'receiver', 'permissionId']);
  const resource = wordArgument('resource', args.resource, RESOURCES);
  const receiver = args.receiver === undefined ? undefined : toAddress(args.receiver);
  return buildOwnerTransaction(
    client,
    {
      path: '/wallet/unfreezebalance',
      type: 'UnfreezeBalanceContract',
      args,
      fields: omitUndefined({ resource, receiver_address: receiver }),
    },
    options,
  );
}
