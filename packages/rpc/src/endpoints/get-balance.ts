import { type SmallUnits } from '@coin/units';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { getAccount, type GetAccountArgs } from './get-account.ts';

/**
 * Reads an account's available coin, in small units (int64); `0n` when there is no account at the address.
 *
 * Source: docs/specification.md, 4.2.
 *
 * @param args - `address`: base58check or 41-hex
 * @param options - `state: 'solid'` for what no fork can undo
 * @throws `ADDRESS_INVALID`; `RESPONSE_INVALID`; transport's codes. A failure is never read as a balance.
 *
 * @example
 * ```ts
 * import { createNodeClient, getBalance } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await getBalance(client, { address: 'TE42AtpB9ffMT1Ektdgu8q8ASQ5BdfWAGP' }); // => 0n
 * ```
 */
export async function getBalance(
  client: NodeClient,
  args: GetAccountArgs,
  options?: ReadStateOptions,
): Promise<SmallUnits> {
  const account = await getAccount(client, args, options);
  return account?.balance ?? 0n;
}
