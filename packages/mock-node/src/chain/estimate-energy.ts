import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { cannotObserveEnergy } from '../ledger/contracts/cannot-observe-energy.ts';
import { runtimeErrorOf } from '../ledger/execution/run-plan.ts';
import { chainError, ContractValidateError } from '../ledger/ledger-errors.ts';
import { ResponseCode, type EstimateEnergyMessage } from '../protocol/messages/api-messages.ts';
import { type MessageInit, type MessageOf } from '../protocol/messages/schema.ts';
import { type Hex } from '../protocol/primitives.ts';
import { getCode } from '../state/accessors/contracts.ts';
import { getParameter } from '../state/accessors/dynamic-properties.ts';
import { type State } from '../state/root.ts';
import { type ExecutionOutcome } from '../vm/execute.ts';
import { type Tracing } from '../vm/machine/trace.ts';
import { type Chain } from './chain.ts';
import {
  energyLimitOf,
  planConstantCall,
  runConstantCall,
  wrapConstantCall,
  type ContractCall,
} from './constant-call.ts';

export interface EstimateAnswer extends MessageInit<MessageOf<typeof EstimateEnergyMessage>> {
  /** The return data of a failed call, which the endpoint does not show. It contains the revert reason. */
  readonly output?: Hex;
}

/** The search ends when it knows the fee limit to within this many small units. */
const SEARCH_PRECISION = 1_000_000n;

/**
 * Finds the lowest fee limit with which a call succeeds, in steps of a coin as the node does.
 *
 * Source: docs/protocol/contract-calls.md, estimateenergy algorithm.
 *
 * @throws ChainError if the call is rejected or runs out of time.
 */
export function estimateEnergy(chain: Chain, state: State, call: ContractCall): EstimateAnswer {
  const { network } = chain;
  if (!network.estimateEnergy) throw new ContractValidateError('this node does not support estimate energy');
  if (!network.supportConstant) {
    throw new ContractValidateError('this node does not support constant, so estimate energy cannot work');
  }
  const price = getParameter(state, 'getEnergyFee');
  const maxFeeLimit = getParameter(state, 'getMaxFeeLimit');
  const planned = planConstantCall(chain, state, wrapConstantCall(chain, state, call), { feeLimit: maxFeeLimit });
  const energyLimit = (feeLimit: bigint): bigint => energyLimitOf(chain, state, feeLimit);
  const run = (feeLimit: bigint, tracing: Tracing = {}): ExecutionOutcome => {
    const executed = runConstantCall(chain, state, planned, { energyLimit: energyLimit(feeLimit), ...tracing });
    const { exception } = executed;
    if (exception?.name === 'OutOfTimeException') throw chainError(exception.className, exception.message);
    return executed;
  };
  const first = run(maxFeeLimit, chain.tracing);
  const error = runtimeErrorOf(first);
  if (error !== undefined) {
    const result = { code: ResponseCode.values.CONTRACT_EXE_ERROR, message: bytesToHex(utf8ToBytes(error)) };
    return { result, output: bytesToHex(first.output) };
  }
  const isPredictable = cannotObserveEnergy(codeOf(state, call));
  const feeLimit = searchFeeLimit({ low: price * first.energyUsed, high: maxFeeLimit }, (candidate) =>
    isPredictable ? energyLimit(candidate) >= first.energyUsed : run(candidate).status === 'success',
  );
  // The node computes in doubles here.
  return { result: { result: true }, energy_required: BigInt(Math.ceil(Number(feeLimit) / Number(price))) };
}

/** A fee limit that is too low, and one that is high enough. */
interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

/** Finds the lowest successful fee limit, to within the precision. Tries twice the lower bound first. */
function searchFeeLimit(start: Bounds, succeeds: (feeLimit: bigint) => boolean): bigint {
  const narrow = ({ low, high }: Bounds, feeLimit: bigint): Bounds =>
    succeeds(feeLimit) ? { low, high: feeLimit } : { low: feeLimit, high };
  const double = start.low * 2n;
  let bounds = double < start.high ? narrow(start, double) : start;
  while (bounds.low + SEARCH_PRECISION < bounds.high) bounds = narrow(bounds, (bounds.low + bounds.high) / 2n);
  return bounds.high;
}

/** The code that a call runs first, and the only code unless it calls other contracts. */
function codeOf(state: State, call: ContractCall): Uint8Array {
  if (call.contract_address === '') return hexToBytes(call.data);
  return getCode(state, call.contract_address)?.bytes ?? new Uint8Array();
}
