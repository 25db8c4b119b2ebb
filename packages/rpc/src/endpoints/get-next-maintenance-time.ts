import { object } from 'zod/mini';
import { requireField } from '../transport/answer/check-answer.ts';
import { optionalInteger } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { getNewestOutline } from './block-outlines.ts';

const PATH = '/wallet/getnextmaintenancetime';

const schema = /* @__PURE__ */ object({ num: optionalInteger });

/**
 * Reads when the next maintenance is due, in milliseconds since 1970: until then energy factors and parameters stay as
 * they are. A network whose genesis block has the time 0 says 0 before its first block.
 *
 * Source: docs/specification.md, 8; docs/protocol/dynamic-energy.md.
 *
 * @throws `RESPONSE_INVALID` when the time is missing; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getNextMaintenanceTime } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await getNextMaintenanceTime(client); // => 1_795_240_800_000
 * ```
 */
export async function getNextMaintenanceTime(client: NodeClient, options?: CallOptions): Promise<number> {
  const { answer, source } = await queryNode(client, { path: PATH, schema }, options);
  // 0 is left out, and it is the time only as long as there is no block but the first.
  const isZero = answer.num === undefined && (await getNewestOutline(client, options)).number === 0;
  return isZero ? 0 : requireField(source, 'num', answer.num);
}
