import { type Address } from '@coin/units';
import { object } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import {
  bigintOrZero,
  optionalArray,
  optionalBoolean,
  optionalQuantity,
  optionalInteger,
  optionalString,
} from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

const schema = /* @__PURE__ */ object({
  witnesses: /* @__PURE__ */ optionalArray(
    /* @__PURE__ */ object({
      address: optionalString,
      voteCount: optionalQuantity,
      url: optionalString,
      totalProduced: optionalInteger,
      totalMissed: optionalInteger,
      isJobs: optionalBoolean,
    }),
  ),
});

/** An account that may produce blocks. */
export interface Witness {
  readonly address: Address;
  /** As of the last maintenance. */
  readonly votes: bigint;
  readonly url: string;
  readonly produced: number;
  readonly missed: number;
  /** Whether it produces blocks in this cycle. */
  readonly active: boolean;
}

/**
 * Reads all witnesses, in no particular order; votes as of the last maintenance.
 *
 * Source: docs/protocol/queries.md.
 *
 * @throws transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, listWitnesses } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const [witness] = await listWitnesses(client);
 * witness?.votes; // => 100_000_026n
 * ```
 */
export async function listWitnesses(client: NodeClient, options?: ReadStateOptions): Promise<Witness[]> {
  const { answer } = await queryNode(client, { path: '/wallet/listwitnesses', schema }, options);
  return (answer.witnesses ?? []).map((wire) => ({
    address: toAddress(wire.address ?? ''),
    votes: bigintOrZero(wire.voteCount),
    url: wire.url ?? '',
    produced: wire.totalProduced ?? 0,
    missed: wire.totalMissed ?? 0,
    active: wire.isJobs ?? false,
  }));
}
