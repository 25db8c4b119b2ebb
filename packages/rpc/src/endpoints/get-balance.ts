import { type SmallUnits } from '@coin/units';
import { object } from 'zod/mini';
import { addressToHex, toAddress } from '../address/address.ts';
import { readBalance } from '../answers/account-balance.ts';
import { optionalInt64, optionalString } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { type GetAccountArgs } from './get-account.ts';

const schema = /* @__PURE__ */ object({ address: optionalString, balance: optionalInt64 });

/**
 * Reads an account's available coin, in small units (int64); `0n` when there is no account at the address.
 *
 * Source: docs/specification.md, 4.2.
 *
 * @param args - `address`: base58check or 41-hex
 * @param options - `state: 'solid'` to read a state that no fork can undo
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
  return (await findBalance(client, args, options)) ?? 0n;
}

/** An account's available coin; `undefined` when there is no account at the address. @internal */
export async function findBalance(
  client: NodeClient,
  args: GetAccountArgs,
  options?: ReadStateOptions,
): Promise<SmallUnits | undefined> {
  const address = toAddress(args.address);
  const query = {
    path: '/wallet/getaccount',
    body: { address },
    schema,
    // A name can make this answer invalid JSON, but it can't make it valid JSON with another balance.
    texts: { hexFields: () => ({ address: addressToHex(address) }) },
  };
  const { answer, source, isEmpty } = await queryNode(client, query, options);
  return isEmpty ? undefined : readBalance(source, answer, address);
}
