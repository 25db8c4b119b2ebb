import { type SmallUnits } from '@coin/units';
import { int64Argument, wordArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { STAKE_RESOURCES, type StakeResource } from '../transaction/contracts/contract-types.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** Stake to release. */
export interface UnstakeArgs extends OwnerFields {
  /** The account that stakes: base58check or 41-hex. */
  readonly owner: string;
  /** Small units. */
  readonly amount: SmallUnits;
  readonly resource: StakeResource;
}

/**
 * Builds an unsigned transaction that releases stake, which can be withdrawn some days later. The node builds it,
 * and the client compares it with the request, byte by byte. Amount in small units.
 *
 * Source: docs/protocol/staking.md.
 *
 * @param args - `owner`: base58check or 41-hex; `amount`: 1 to 2^63 - 1 small units, at most the staked amount;
 * `resource`: the resource it is staked for
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, unstake } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transaction = await unstake(client, {
 *   owner: '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6',
 *   amount: 700_000_000n,
 *   resource: 'ENERGY',
 * });
 * transaction.txID; // => 'be9fa829021b592608a1b0b48a609b0fef977ea486d14bedace658e2aff6a529'
 * ```
 */
export async function unstake(client: NodeClient, args: UnstakeArgs, options?: BuildOptions): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'amount', 'resource', 'permissionId']);
  const amount = int64Argument('amount', args.amount, { min: 1n });
  const resource = wordArgument('resource', args.resource, STAKE_RESOURCES);
  return buildOwnerTransaction(
    client,
    {
      path: '/wallet/unfreezebalancev2',
      type: 'UnfreezeBalanceV2Contract',
      args,
      fields: { unfreeze_balance: amount, resource },
    },
    options,
  );
}
