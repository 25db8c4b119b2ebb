import { type SmallUnits } from '@coin/units';
import { object } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import { requireField } from '../transport/answer/check-answer.ts';
import { bigintOrZero, optionalQuantity } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { type GetAccountArgs } from './get-account.ts';

const PATH = '/wallet/getReward';

const schema = /* @__PURE__ */ object({ reward: optionalQuantity });

/**
 * Reads the rewards of an account's votes and blocks that it has not withdrawn, in small units.
 *
 * Returns `0n` for an account that does not exist.
 *
 * Source: docs/protocol/rewards.md.
 *
 * @param args - `address`: base58check or 41-hex
 * @throws `ADDRESS_INVALID`; `RESPONSE_INVALID` when the number is missing; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getReward } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await getReward(client, { address: '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6' }); // => 0n
 * ```
 */
export async function getReward(
  client: NodeClient,
  args: GetAccountArgs,
  options?: ReadStateOptions,
): Promise<SmallUnits> {
  const { answer, source } = await queryNode(
    client,
    { path: PATH, body: { address: toAddress(args.address) }, schema },
    options,
  );
  return bigintOrZero(requireField(source, 'reward', answer.reward));
}
