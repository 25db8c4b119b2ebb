import { type SmallUnits } from '@coin/units';
import { int64Argument, wordArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { STAKE_RESOURCES, type StakeResource } from '../transaction/contracts/contract-types.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** Coin to stake. */
export interface StakeArgs extends OwnerFields {
  /** The account that stakes: base58check or 41-hex. */
  readonly owner: string;
  /** Small units, at least one coin. */
  readonly amount: SmallUnits;
  /** The resource that it yields. It also yields votes. */
  readonly resource: StakeResource;
}

/**
 * Builds an unsigned transaction that stakes coin for bandwidth or energy. The node builds it, and the client
 * compares it with the request, byte by byte. Amount in small units.
 *
 * Source: docs/protocol/staking.md.
 *
 * @param args - `owner`: base58check or 41-hex; `amount`: 1,000,000 to 2^63 - 1 small units; `resource`: `BANDWIDTH` or
 * `ENERGY`
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, stake } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transaction = await stake(client, {
 *   owner: '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6',
 *   amount: 3_000_000_000n,
 *   resource: 'ENERGY',
 * });
 * transaction.txID; // => '28ca16ba154c49ae648049412df3b1d8f19e2fad8fa73b805f289a46ab14a353'
 * ```
 */
export async function stake(client: NodeClient, args: StakeArgs, options?: BuildOptions): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'amount', 'resource', 'permissionId']);
  const amount = int64Argument('amount', args.amount, { min: 1n });
  const resource = wordArgument('resource', args.resource, STAKE_RESOURCES);
  return buildOwnerTransaction(
    client,
    {
      path: '/wallet/freezebalancev2',
      type: 'FreezeBalanceV2Contract',
      args,
      fields: { frozen_balance: amount, resource },
    },
    options,
  );
}
