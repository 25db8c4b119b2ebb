import { object } from 'zod/mini';
import { toAddress, type Address } from '../address/index.ts';
import {
  bigintOrZero,
  optionalArray,
  optionalInt64,
  optionalInteger,
  optionalString,
} from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

const proposalSchema = /* @__PURE__ */ object({
  proposal_id: optionalInteger,
  proposer_address: optionalString,
  parameters: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object({ key: optionalInteger, value: optionalInt64 })),
  expiration_time: optionalInteger,
  create_time: optionalInteger,
  approvals: /* @__PURE__ */ optionalArray(optionalString),
  state: optionalString,
});

const schema = /* @__PURE__ */ object({ proposals: /* @__PURE__ */ optionalArray(proposalSchema) });

/** A proposal to the committee. Times in milliseconds since 1970. */
export interface Proposal {
  readonly id: number;
  readonly proposer: Address;
  /** Number of each parameter, and its new value. */
  readonly parameters: readonly { readonly id: number; readonly value: bigint }[];
  readonly createTime: number;
  /** It is decided at the maintenance of this time. */
  readonly expirationTime: number;
  readonly approvals: readonly Address[];
  readonly state: 'PENDING' | 'DISAPPROVED' | 'APPROVED' | 'CANCELED';
}

/**
 * Reads all proposals to the committee. Times in milliseconds since 1970.
 *
 * Source: docs/protocol/governance.md.
 *
 * @throws transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, listProposals } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const [proposal] = await listProposals(client);
 * proposal?.parameters[0]; // => { id: 11, value: 210n }
 * proposal?.state; // => 'PENDING'
 * ```
 */
export async function listProposals(client: NodeClient, options?: CallOptions): Promise<Proposal[]> {
  const { answer } = await queryNode(client, { path: '/wallet/listproposals', schema }, options);
  return (answer.proposals ?? []).map((wire) => ({
    id: wire.proposal_id ?? 0,
    proposer: toAddress(wire.proposer_address ?? ''),
    parameters: (wire.parameters ?? []).map(({ key, value }) => ({ id: key ?? 0, value: bigintOrZero(value) })),
    createTime: wire.create_time ?? 0,
    expirationTime: wire.expiration_time ?? 0,
    approvals: (wire.approvals ?? []).map((approval) => toAddress(approval ?? '')),
    state: (wire.state ?? 'PENDING') as Proposal['state'],
  }));
}
