import { type KnownKeys } from '../errors.ts';
import { latestState, type Chain } from '../chain/chain.ts';
import { callConstant } from '../chain/constant-call.ts';
import { ChainError } from '../ledger/ledger-errors.ts';
import { TriggerSmartContract } from '../protocol/contract-messages.ts';
import { create } from '../protocol/wire.ts';
import { type TraceStep } from '../vm/machine/trace.ts';
import { checkKeys, readAddress, readAmount, readHex } from './control-arguments.ts';

/** A contract call to trace. Addresses are base58check or 41-hex. */
export interface TracedCall {
  readonly owner: string;
  readonly contract: string;
  /** Selector and arguments in hexadecimal. */
  readonly data: string;
  /** Small units, 0 or more; defaults to 0. */
  readonly callValue?: bigint;
}

const tracedKeys: KnownKeys<TracedCall> = { owner: true, contract: true, data: true, callValue: true };

/** What a traced call did. */
export interface CallTrace {
  readonly steps: readonly TraceStep[];
  /** Why it failed, in the node's words; absent where it succeeded or reverted. */
  readonly error?: string;
}

/** @internal */
export function traceCall(chain: Chain, traced: TracedCall): CallTrace {
  checkKeys(traced, tracedKeys);
  const { owner, contract, data, callValue = 0n } = traced;
  const steps: TraceStep[] = [];
  const call = create(TriggerSmartContract, {
    owner_address: readAddress('owner', owner),
    contract_address: readAddress('contract', contract),
    data: readHex('data', data),
    call_value: readAmount('callValue', callValue, { min: 0n }),
  });
  try {
    callConstant(chain, latestState(chain), call, { trace: (step) => steps.push(step) });
    return { steps };
  } catch (error) {
    if (error instanceof ChainError) return { steps, error: error.message };
    throw error;
  }
}
