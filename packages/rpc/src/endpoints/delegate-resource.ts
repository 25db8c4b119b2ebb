import { type SmallUnits } from '@coin/units';
import { toAddress } from '../address/address.ts';
import { int64Argument, integerArgument, wordArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { STAKE_RESOURCES, type StakeResource } from '../transaction/contracts/contract-types.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** Stake whose bandwidth or energy is delegated to another account. */
export interface DelegateResourceArgs extends OwnerFields {
  /** The account that stakes: base58check or 41-hex. */
  readonly owner: string;
  /** The account that may use it: base58check or 41-hex. */
  readonly receiver: string;
  /** Small units of stake, at least one coin. */
  readonly amount: SmallUnits;
  readonly resource: StakeResource;
  /** Blocks (of 3 s) for which it cannot be undelegated; absent means no lock. */
  readonly lockBlocks?: number;
}

/**
 * Builds an unsigned transaction that delegates bandwidth or energy. The node builds it, and the client compares it
 * with the request, byte by byte. Amount in small units of stake.
 *
 * Source: docs/protocol/staking.md.
 *
 * @param args - `owner`, `receiver`: base58check or 41-hex; `amount`: 1,000,000 to 2^63 - 1 small units; `resource`;
 * `lockBlocks`: 1 to the network's maximum
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, delegateResource } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transaction = await delegateResource(client, {
 *   owner: '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6',
 *   receiver: '41371597ea924532ab39d9426134cc9e5606750f1d',
 *   amount: 500_000_000n,
 *   resource: 'ENERGY',
 * });
 * transaction.txID; // => '1eebffcce41cbbf847bdb7c20f90f7f9cf6c963251351d91a34ed44de1643762'
 * ```
 */
export async function delegateResource(
  client: NodeClient,
  args: DelegateResourceArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'receiver', 'amount', 'resource', 'lockBlocks', 'permissionId']);
  const receiver = toAddress(args.receiver);
  const amount = int64Argument('amount', args.amount, { min: 1n });
  const { lockBlocks } = args;
  if (lockBlocks !== undefined) integerArgument('lockBlocks', lockBlocks, { min: 1 });
  const resource = wordArgument('resource', args.resource, STAKE_RESOURCES);
  return buildOwnerTransaction(
    client,
    {
      path: '/wallet/delegateresource',
      type: 'DelegateResourceContract',
      args,
      fields: {
        resource,
        balance: amount,
        receiver_address: receiver,
        lock: lockBlocks !== undefined,
        lock_period: BigInt(lockBlocks ?? 0),
      },
    },
    options,
  );
}
