import { object } from 'zod/mini';
import { addressToHex, toAddress } from '../address/address.ts';
import { getChainParameters } from '../endpoints/get-chain-parameters.ts';
import { getNextMaintenanceTime } from '../endpoints/get-next-maintenance-time.ts';
import { listWitnesses } from '../endpoints/list-witnesses.ts';
import { requireField } from '../transport/answer/check-answer.ts';
import { optionalArray, optionalObject, optionalString, optionalWord } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { type ScheduledWitness, type WitnessCycle } from './witness-schedule.ts';

const accountSchema = /* @__PURE__ */ object({
  address: optionalString,
  witness_permission: /* @__PURE__ */ optionalObject({
    type: /* @__PURE__ */ optionalWord(['Witness']),
    keys: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object({ address: optionalString })),
  }),
});

/** A node marks further witnesses of its genesis block as active, until a maintenance replaces one of these. */
const MAX_ACTIVE_WITNESSES = 27;

async function readSigner(client: NodeClient, address: string, options?: CallOptions): Promise<ScheduledWitness> {
  const query = {
    path: '/wallet/getaccount',
    body: { address: addressToHex(address) },
    schema: accountSchema,
    visible: false,
  } as const;
  const { answer, source } = await queryNode(client, query, options);
  requireField(source, 'address', answer.address);
  return { address, signer: toAddress(answer.witness_permission?.keys?.[0]?.address ?? address) };
}

/**
 * Reads the active witnesses of the current maintenance cycle in the order of their turns; times in milliseconds.
 *
 * Each comes with the key by which it signs now. One node can lie about all of this: read it through {@link quorum}, or
 * compare it with a pinned list.
 *
 * The order is that of nodes with consensusLogicOptimization on. With it off, witnesses with equal votes may take turns
 * in another order, and blocks then fail with `WITNESS_OUT_OF_TURN`.
 *
 * Source: docs/protocol/governance.md, Maintenance; docs/protocol/proofs.md, Whose turn it is.
 *
 * @param options - `signal`; `timeoutMs` and `retries` of each request
 * @throws `RESPONSE_INVALID`; transport's codes
 *
 * @example
 * ```ts no-run
 * import { createNodeClient } from '@coin/rpc';
 * import { getWitnessCycle } from '@coin/rpc/proof';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * (await getWitnessCycle(client)).until; // => 1_795_240_800_000
 * ```
 */
export async function getWitnessCycle(client: NodeClient, options?: CallOptions): Promise<WitnessCycle> {
  const { maintenanceIntervalMs } = await getChainParameters(client, options);
  const until = await getNextMaintenanceTime(client, options);
  const active = (await listWitnesses(client, options)).filter((witness) => witness.active);
  active.sort((a, b) => Number(b.votes - a.votes) || (addressToHex(a.address) < addressToHex(b.address) ? 1 : -1));
  const witnesses: ScheduledWitness[] = [];
  for (const { address } of active.slice(0, MAX_ACTIVE_WITNESSES))
    witnesses.push(await readSigner(client, address, options));
  return { from: Math.max(0, until - maintenanceIntervalMs), until, witnesses };
}
