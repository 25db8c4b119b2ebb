import type { SmallUnits } from '@coin/units';
import { object } from 'zod/mini';
import { big, call, int64, needed } from '../transport/query-node.ts';
import type { NodeClient, ReadStateOptions } from '../client.ts';

const PATH = '/wallet/getburntrx';

const schema = /* @__PURE__ */ object({ burnTrxAmount: int64 });

/**
 * Reads how much coin was burned since the network began, in small units.
 *
 * @throws `RESPONSE_UNEXPECTED` when there is no number; transport's codes
 *
 * Source: docs/protocol/bandwidth.md.
 *
 * @example
 * ```ts
 * import { createNodeClient, getBurnedCoin } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * await getBurnedCoin(client); // => 2_549_142_700n
 * ```
 */
export async function getBurnedCoin(client: NodeClient, options?: ReadStateOptions): Promise<SmallUnits> {
  const { answer, from } = await call(client, PATH, {}, schema, options);
  return big(needed(from, 'burnTrxAmount', answer.burnTrxAmount));
}
