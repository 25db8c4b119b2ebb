import { type Chain } from '../../chain/chain.ts';
import { repeatTransaction } from '../../chain/trace-transaction.ts';
import { argumentInvalid } from '../../errors.ts';
import { checkKeys } from '../../known-keys.ts';
import { ContractResult } from '../../protocol/messages/enumerations.ts';
import { type ExecutionTrace, type TraceOptions } from './execution-trace.ts';
import { finishTrace } from './trace-call.ts';
import { checkTraceOptions, traceOptionKeys } from './trace-options.ts';
import { createTraceRecorder } from './trace-recorder.ts';

/** The trace of a transaction of the chain. */
export interface TransactionTrace extends ExecutionTrace {
  readonly txID: string;
  readonly blockNumber: number;
  /**
   * As in the receipt: `SUCCESS`, `REVERT`, `OUT_OF_ENERGY`, … It is `DEFAULT` for a transaction without a contract.
   */
  readonly result: string;
  /** `energy_usage_total` of the receipt. */
  readonly energyUsed: bigint;
  /** `energy_penalty_total` of the receipt. */
  readonly energyPenalty: bigint;
}

/** @internal */
export function traceTransaction(chain: Chain, txID: string, options: TraceOptions = {}): TransactionTrace {
  checkKeys('options', options, traceOptionKeys, '');
  if (!/^[0-9a-fA-F]{64}$/.test(txID)) throw argumentInvalid('txID', txID, 'a transaction id of 64 hexadecimal digits');
  const recorder = createTraceRecorder(checkTraceOptions(options));
  const id = txID.toLowerCase();
  const repeated = repeatTransaction(chain, id, recorder.tracing);
  if (typeof repeated === 'string')
    throw argumentInvalid('txID', id, `the id of a transaction that can be traced; this one ${repeated}`);
  const { info, block, before, after } = repeated;
  const { receipt } = info;
  return {
    txID: id,
    blockNumber: block.number,
    result: ContractResult.byNumber.get(receipt?.result ?? 0) ?? 'DEFAULT',
    energyUsed: receipt?.energy_usage_total ?? 0n,
    energyPenalty: receipt?.energy_penalty_total ?? 0n,
    ...finishTrace(recorder, before, after),
  };
}
