import { type SmallUnits } from '@coin/units';
import { object } from 'zod/mini';
import { requireField } from '../transport/answer/check-answer.ts';
import { bigintOrZero, optionalQuantity } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

const PATH = '/wallet/getburntrx';

const schema = /* @__PURE__ */ object({ burnTrxAmount: optionalQuantity });

/**
 * Reads how much coin has been burned since the network started, in small units.
 *
 * Source: docs/protocol/bandwidth.md.
 *
 * @throws `RESPONSE_INVALID` when the number is missing; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getBurnedCoin } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await getBurnedCoin(client); // => 2_549_142_700n
 * ```
 */
export async function getBurnedCoin(client: NodeClient, options?: ReadStateOptions): Promise<SmallUnits> {
  const { answer, source } = await queryNode(client, { path: PATH, schema }, options);
  return bigintOrZero(requireField(source, 'burnTrxAmount', answer.burnTrxAmount));
}
