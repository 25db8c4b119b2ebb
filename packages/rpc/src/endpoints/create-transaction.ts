import { type SmallUnits } from '@coin/units';
import { toAddress } from '../address/address.ts';
import { int64Argument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** A transfer of coin. */
export interface CreateTransactionArgs extends OwnerFields {
  /** The sender: base58check or 41-hex. */
  readonly owner: string;
  /** The recipient: base58check or 41-hex, an account other than the owner. */
  readonly to: string;
  /** Small units, 1 to 2^63 - 1. */
  readonly amount: SmallUnits;
  /** UTF-8 text stored in the transaction; the network charges an extra fee for it. */
  readonly memo?: string;
}

/**
 * Builds an unsigned transaction that transfers coin. The node builds it, and the client compares it with the
 * request, byte by byte. Amount in small units.
 *
 * Source: docs/specification.md, 4.1; docs/protocol/transfers.md.
 *
 * @param args - `owner`, `to`: base58check or 41-hex; `amount`: 1 to 2^63 - 1 small units; `memo`, `permissionId` if
 * needed
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it (balance, owner
 * missing); `TRANSACTION_MISMATCH` when the node built a different one; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transfer = await createTransaction(client, {
 *   owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
 *   to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
 *   amount: 1_000_000n,
 * });
 * transfer.txID; // => '9b355f7dea3de951042e29cc17a806c99f8df0aa3691f47c585a4f76e1a40380'
 * ```
 */
export async function createTransaction(
  client: NodeClient,
  args: CreateTransactionArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'to', 'amount', 'memo', 'permissionId']);
  const to = toAddress(args.to);
  const amount = int64Argument('amount', args.amount, { min: 1n });
  return buildOwnerTransaction(
    client,
    { path: '/wallet/createtransaction', type: 'TransferContract', args, fields: { to_address: to, amount } },
    options,
  );
}
