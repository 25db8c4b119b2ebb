import type { Energy } from '@coin/units';
import { object } from 'zod/mini';
import { requireField } from '../transport/check-answer.ts';
import { queryNode } from '../transport/query-node.ts';
import { bigintOrZero, optionalInt64 } from '../transport/wire-schema.ts';
import type { NodeClient, ReadStateOptions } from '../transport/node-client.ts';
import { callResultSchema, checkCallResult } from '../contract/call-result.ts';
import { prepareContractCall, type ContractCall } from '../contract/contract-call.ts';
import { isRpcError } from '../errors.ts';
import { triggerConstantContract, type ConstantCall } from './trigger-constant-contract.ts';

const PATH = '/wallet/estimateenergy';

const schema = /* @__PURE__ */ object({ result: callResultSchema, energy_required: optionalInt64 });

/** An estimate, and which call gave it. */
export type EnergyEstimate =
  | {
      source: 'estimateenergy';
      /** Energy in all. The node searches in steps of one coin: up to twice what is used for small calls. */
      energy: Energy;
    }
  | ({
      source: 'triggerconstantcontract';
      /** Energy in all: what the call uses now. */
      energy: Energy;
    } & Pick<ConstantCall, 'energyPenalty' | 'basicEnergy' | 'internalTransactions'>);

/** Options of an estimate. */
export interface EstimateEnergyOptions extends ReadStateOptions {
  /** `auto`, the default, falls back to the constant call on nodes without estimates; the other two ask only what they name. */
  method?: 'auto' | EnergyEstimate['source'];
}

/** A switch on a node is rarely turned: so long is it taken as found. */
const MEMORY_MS = 3_600_000;

/** Until when endpoints are taken to have no estimates, by client. */
const lacking = /* @__PURE__ */ new WeakMap<NodeClient, Map<string, number>>();

async function askForConstant(
  client: NodeClient,
  args: ContractCall,
  options?: ReadStateOptions,
): Promise<EnergyEstimate> {
  const { energyUsed, energyPenalty, basicEnergy, internalTransactions } = await triggerConstantContract(
    client,
    args,
    options,
  );
  return { source: 'triggerconstantcontract', energy: energyUsed, energyPenalty, basicEnergy, internalTransactions };
}

/**
 * Estimates a call's energy, penalty included. Where the node has no estimates (switched off, or software before 4.7.0.1), the constant
 * call is asked instead, and the endpoint is not asked again for an hour; `source` says which it was.
 *
 * @param args - as for {@link triggerConstantContract}
 * @param options - `method` to ask only one of the calls
 * @throws `CALL_REVERTED` with the decoded reason, `CALL_FAILED`, `VALIDATION_FAILED`; `NOT_SUPPORTED` when the method was named;
 * `RESPONSE_UNEXPECTED` when there is no number; `ADDRESS_INVALID`, `ARGUMENT_INVALID`; transport's codes
 *
 * Source: docs/specification.md, 4.4; docs/protocol/contract-calls.md, estimateenergy algorithm.
 *
 * @example
 * ```ts
 * import { createNodeClient, estimateEnergy } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * const estimate = await estimateEnergy(client, {
 *   owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
 *   contract: '41a80e906371fe0df383410803e88da2f195423af8',
 *   functionSelector: 'toggle()',
 * });
 * estimate.source; // => 'estimateenergy'
 * ```
 */
export async function estimateEnergy(
  client: NodeClient,
  args: ContractCall,
  options: EstimateEnergyOptions = {},
): Promise<EnergyEstimate> {
  const { method = 'auto', ...read } = options;
  const known = lacking.get(client) ?? new Map<string, number>();
  const lacks = method === 'auto' && (known.get(client.endpoint) ?? 0) > Date.now();
  if (lacks || method === 'triggerconstantcontract') return askForConstant(client, args, read);
  const { body } = prepareContractCall(args);
  try {
    const { answer, source } = await queryNode(client, PATH, body, schema, read);
    checkCallResult(source, answer.result);
    return {
      source: 'estimateenergy',
      energy: bigintOrZero(requireField(source, 'energy_required', answer.energy_required)),
    };
  } catch (error) {
    if (isRpcError(error, 'NOT_SUPPORTED') && method === 'auto') {
      lacking.set(client, known.set(error.endpoint ?? '', Date.now() + MEMORY_MS));
      return askForConstant(client, args, read);
    }
    // This path keeps the reason for itself; the constant call tells it.
    if (isRpcError(error, 'CALL_REVERTED')) await triggerConstantContract(client, args, read);
    throw error;
  }
}
