import { type Energy } from '@coin/units';
import { object } from 'zod/mini';
import { callResultSchema, checkCallResult } from '../contract/call-result.ts';
import { prepareContractCall, type ContractCall } from '../contract/contract-call.ts';
import { wordArgument } from '../encoding/arguments.ts';
import { isRpcError } from '../errors.ts';
import { requireField } from '../transport/answer/check-answer.ts';
import { optionalQuantity } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { triggerConstantContract, type ConstantCall } from './trigger-constant-contract.ts';

const PATH = '/wallet/estimateenergy';

const schema = /* @__PURE__ */ object({ result: callResultSchema, energy_required: optionalQuantity });

/** An estimate: by the node's search (`estimateenergy`), or of a simulation (`triggerconstantcontract`). */
export type EnergyEstimate =
  | {
      readonly kind: 'search';
      /**
       * Total energy. The node searches in steps of one coin, so for small calls it finds up to twice the energy they
       * use.
       */
      readonly energy: Energy;
    }
  | ({
      readonly kind: 'simulation';
      /** Total energy that the call uses now. */
      readonly energy: Energy;
    } & Pick<ConstantCall, 'energyPenalty' | 'basicEnergy' | 'internalTransactions'>);

/** Options of an estimate. */
export interface EstimateEnergyOptions<
  Kind extends EnergyEstimate['kind'] = EnergyEstimate['kind'],
> extends ReadStateOptions {
  /**
   * Sends only this request. By default the search is sent, and the simulation replaces it on nodes without estimates.
   */
  readonly kind?: Kind;
}

/** A node's configuration rarely changes: for so long an endpoint counts as having no estimates. */
const NOT_SUPPORTED_TTL_MS = 3_600_000;

/** Until when endpoints count as having no estimates, by client and origin. */
const notSupportedUntil = /* @__PURE__ */ new WeakMap<NodeClient, Map<string, number>>();

async function estimateByConstantCall(
  client: NodeClient,
  args: ContractCall,
  options?: ReadStateOptions,
): Promise<EnergyEstimate> {
  const { energyUsed, energyPenalty, basicEnergy, internalTransactions } = await triggerConstantContract(
    client,
    args,
    options,
  );
  return { kind: 'simulation', energy: energyUsed, energyPenalty, basicEnergy, internalTransactions };
}

/**
 * Estimates a call's energy, including the penalty. If the node has no estimates (switched off, or software before
 * 4.7.0.1), the constant call is used instead, and the endpoint gets no further estimate request for an hour. The
 * constant call also replaces an estimate that gets status 500 or a gateway's page. `kind` tells which it was.
 *
 * Source: docs/specification.md, 4.4; docs/protocol/contract-calls.md, estimateenergy algorithm.
 *
 * @param args - as for {@link triggerConstantContract}
 * @param options - `kind` to send only one of the two requests
 * @throws `CALL_REVERTED` with the decoded reason, `CALL_FAILED`, `VALIDATION_FAILED`; `NOT_SUPPORTED` when `kind` is
 * `search`; `RESPONSE_INVALID` when there is no number, unless the constant call needs no energy;
 * `ADDRESS_INVALID`, `ARGUMENT_INVALID`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, estimateEnergy } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const estimate = await estimateEnergy(client, {
 *   owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
 *   contract: '41a80e906371fe0df383410803e88da2f195423af8',
 *   functionSelector: 'toggle()',
 * });
 * estimate.kind; // => 'search'
 * ```
 */
export async function estimateEnergy<Kind extends EnergyEstimate['kind'] = EnergyEstimate['kind']>(
  client: NodeClient,
  args: ContractCall,
  options?: EstimateEnergyOptions<Kind>,
): Promise<Extract<EnergyEstimate, { readonly kind: Kind }>>;
export async function estimateEnergy(
  client: NodeClient,
  args: ContractCall,
  options: EstimateEnergyOptions = {},
): Promise<EnergyEstimate> {
  const { kind, ...read } = options;
  if (kind !== undefined) wordArgument('kind', kind, ['search', 'simulation']);
  const { body } = prepareContractCall(args);
  const endpoints = notSupportedUntil.get(client) ?? new Map<string, number>();
  const isNotSupported = kind === undefined && (endpoints.get(client.endpoint) ?? 0) > Date.now();
  if (isNotSupported || kind === 'simulation') return estimateByConstantCall(client, args, read);
  try {
    const { answer, source } = await queryNode(client, { path: PATH, body, schema }, read);
    checkCallResult(source, answer.result);
    // Energy of 0 is left out, and nothing else in the answer shows that it is one: the constant call tells.
    const isZero =
      answer.energy_required === undefined && (await triggerConstantContract(client, args, read)).energyUsed === 0n;
    const energy = isZero ? 0 : requireField(source, 'energy_required', answer.energy_required);
    return { kind: 'search', energy: BigInt(energy) };
  } catch (error) {
    const isRejected = isRpcError(error, 'NOT_SUPPORTED');
    if (kind === undefined && (isRejected || mayLackPath(error))) {
      if (isRejected)
        notSupportedUntil.set(client, endpoints.set(error.endpoint ?? '', Date.now() + NOT_SUPPORTED_TTL_MS));
      return estimateByConstantCall(client, args, read);
    }
    // An estimate does not report the reason of a revert; the constant call does.
    if (isRpcError(error, 'CALL_REVERTED')) await triggerConstantContract(client, args, read);
    throw error;
  }
}

/**
 * Whether an error may mean that the endpoint lacks the path without saying so: status 500, or a gateway's page.
 * Another request decides: if it fails too, the whole endpoint is unusable.
 */
const mayLackPath = (error: unknown): boolean =>
  (isRpcError(error, 'HTTP_STATUS') && error.context.status === 500) ||
  (isRpcError(error, 'RESPONSE_NOT_JSON') && error.context.reason === 'a page');
