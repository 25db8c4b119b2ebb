import { latestState, type Chain } from '../../chain/chain.ts';
import { runTraced, type ContractCall } from '../../chain/constant-call.ts';
import { checkKeys, type KnownKeys } from '../../known-keys.ts';
import { energyPrice } from '../../ledger/execution/energy-billing.ts';
import { ChainError } from '../../ledger/ledger-errors.ts';
import { TriggerSmartContract } from '../../protocol/messages/contract-messages.ts';
import { create } from '../../protocol/messages/wire.ts';
import { getParameter, isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { readAddress, readAmount, readHex } from '../arguments/control-arguments.ts';
import { type ExecutionTrace, type TraceOptions } from './execution-trace.ts';
import { checkTraceOptions, traceOptionKeys } from './trace-options.ts';
import { createTraceRecorder, type TraceRecorder } from './trace-recorder.ts';
import { tracedContracts } from './traced-contracts.ts';

/** A contract call to trace. Addresses are base58check or 41-hex. */
export interface TracedCall extends TraceOptions {
  readonly owner: string;
  readonly contract: string;
  /** Selector and arguments in hexadecimal. */
  readonly data: string;
  /** Small units, 0 or more; defaults to 0. */
  readonly callValue?: bigint;
}

/** @internal */
export const tracedCallKeys: KnownKeys<TracedCall> = {
  owner: true,
  contract: true,
  data: true,
  callValue: true,
  ...traceOptionKeys,
};

/** The trace of a call. */
export interface CallTrace extends ExecutionTrace {
  /** The node's error message; absent after a success or a revert. */
  readonly error?: string;
}

/** @internal */
export function traceCall(chain: Chain, traced: TracedCall): CallTrace {
  checkKeys('call', traced, tracedCallKeys, '');
  const { owner, contract, data, callValue = 0n, ...options } = traced;
  const call = create(TriggerSmartContract, {
    owner_address: readAddress('owner', owner),
    contract_address: readAddress('contract', contract),
    data: readHex('data', data),
    call_value: readAmount('callValue', callValue, { min: 0n }),
  });
  return traceConstant(chain, latestState(chain), call, checkTraceOptions(options));
}

/** Traces a constant call on a state. @internal */
export function traceConstant(chain: Chain, state: State, call: ContractCall, options: TraceOptions): CallTrace {
  const recorder = createTraceRecorder(options);
  try {
    runTraced(chain, state, call, recorder.tracing);
    return finishTrace(recorder, state);
  } catch (error) {
    if (error instanceof ChainError) return { ...finishTrace(recorder, state), error: error.message };
    throw error;
  }
}

/** Completes a recording with contracts and prices of the ledger, which the execution may have changed. @internal */
export function finishTrace(recorder: TraceRecorder, state: State, after: State = state): ExecutionTrace {
  return {
    ...recorder.finish(),
    contracts: tracedContracts([state, after], recorder.contracts),
    energyPrice: energyPrice(state),
    maxEnergyFactor: isEnabled(state, 'getAllowDynamicEnergy') ? getParameter(state, 'getDynamicEnergyMaxFactor') : 0n,
  };
}
