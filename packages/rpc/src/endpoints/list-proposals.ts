import { type Address } from '@coin/units';
import { object } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import { namedParameters, type ProposalParameters } from '../transaction/contracts/proposal-parameters.ts';
import {
  bigintOrZero,
  optionalArray,
  optionalInt64,
  optionalInteger,
  optionalString,
  optionalWord,
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
  state: /* @__PURE__ */ optionalWord(['PENDING', 'DISAPPROVED', 'APPROVED', 'CANCELED']),
});

const schema = /* @__PURE__ */ object({ proposals: /* @__PURE__ */ optionalArray(proposalSchema) });

/** A proposal to the committee. Times in milliseconds since 1970. */
export interface Proposal {
  readonly proposalId: number;
  readonly proposer: Address;
  /** New values by name, as `createProposal` takes them; by number if this version does not know the name. */
  readonly parameters: ProposalParameters;
  readonly createTime: number;
  /** It is decided at the maintenance of this time. */
  readonly expirationTime: number;
  readonly approvals: readonly Address[];
  readonly status: 'PENDING' | 'DISAPPROVED' | 'APPROVED' | 'CANCELED';
}

/** A proposal with its parameters by number. @internal */
export type NumberedProposal = Omit<Proposal, 'parameters'> & {
  readonly parameters: readonly { readonly id: number; readonly value: bigint }[];
};

/** Reads all proposals, without the names of their parameters. @internal */
export async function readProposals(client: NodeClient, options?: CallOptions): Promise<NumberedProposal[]> {
  const { answer } = await queryNode(client, { path: '/wallet/listproposals', schema }, options);
  return (answer.proposals ?? []).map((wire) => ({
    proposalId: wire.proposal_id ?? 0,
    proposer: toAddress(wire.proposer_address ?? ''),
    parameters: (wire.parameters ?? []).map(({ key, value }) => ({ id: key ?? 0, value: bigintOrZero(value) })),
    createTime: wire.create_time ?? 0,
    expirationTime: wire.expiration_time ?? 0,
    approvals: (wire.approvals ?? []).map((approval) => toAddress(approval ?? '')),
    status: wire.state ?? 'PENDING',
  }));
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
 * proposal?.parameters; // => { energyFee: 210n, blockReward: 50_000n, votingReward: 150_000n }
 * proposal?.status; // => 'PENDING'
 * ```
 */
export async function listProposals(client: NodeClient, options?: CallOptions): Promise<Proposal[]> {
  const proposals = await readProposals(client, options);
  return proposals.map((proposal) => ({ ...proposal, parameters: namedParameters(proposal.parameters) }));
}
