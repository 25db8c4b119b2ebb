import { stringArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';
import { type WitnessArgs } from './create-witness.ts';

/**
 * Builds an unsigned transaction that changes the web page of a witness. The node builds it, and the client compares
 * it with the request, byte by byte.
 *
 * Source: docs/protocol/governance.md, WitnessUpdate.
 *
 * @param args - `owner`: base58check or 41-hex, a witness; `url`: 1 to 256 bytes
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED` when the chain would reject it;
 * `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, updateWitness } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await updateWitness(client, { owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi', url: '' }); // throws ARGUMENT_INVALID
 * ```
 */
export async function updateWitness(
  client: NodeClient,
  args: WitnessArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'url', 'permissionId']);
  const url = stringArgument('url', args.url);
  return buildOwnerTransaction(
    client,
    { path: '/wallet/updatewitness', type: 'WitnessUpdateContract', args, fields: { update_url: url } },
    options,
  );
}
