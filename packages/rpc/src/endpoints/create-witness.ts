import { stringArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

/** An account that becomes a witness, or a new page of one. */
export interface WitnessArgs extends OwnerFields {
  /** The account: base58check or 41-hex. */
  readonly owner: string;
  /** Its page for voters: 1 to 256 bytes of UTF-8. */
  readonly url: string;
}

/**
 * Builds an unsigned transaction that registers an account as a witness. The node builds it, and the client compares
 * it with the request, byte by byte.
 *
 * A witness may produce blocks once it has enough votes. The network burns `getAccountUpgradeCost`, 9,999 coins on the
 * main network.
 *
 * Source: docs/protocol/governance.md, WitnessCreate.
 *
 * @param args - `owner`: base58check or 41-hex; `url`: 1 to 256 bytes
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, createWitness } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await createWitness(client, { owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi', url: '' }); // throws ARGUMENT_INVALID
 * ```
 */
export async function createWitness(
  client: NodeClient,
  args: WitnessArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'url', 'permissionId']);
  const url = stringArgument('url', args.url);
  return buildOwnerTransaction(
    client,
    { path: '/wallet/createwitness', type: 'WitnessCreateContract', args, fields: { url } },
    options,
  );
}
