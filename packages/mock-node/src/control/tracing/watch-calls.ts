import { type Chain } from '../../chain/chain.ts';
import { type ContractCall } from '../../chain/constant-call.ts';
import { constantFunctions } from '../../ledger/contracts/constant-functions.ts';
import { getContract } from '../../state/accessors/contracts.ts';
import { createState, type Root } from '../../state/root.ts';
import { traceConstant, type CallTrace } from './trace-call.ts';

interface WatchedCall {
  readonly root: Root;
  readonly call: ContractCall;
}

/** Tracing this many takes seconds. */
const MAX_CALLS = 10_000;

/**
 * Watches the constant calls of functions that a contract's stored ABI marks as read-only. Other constant calls are
 * estimates of transactions. Returns a function that takes the traces of the calls since it was last called, each on
 * the state that the call read.
 */
export function watchCalls(chain: Chain): () => readonly CallTrace[] {
  let calls: WatchedCall[] = [];
  chain.callWatchers.push((state, call) => {
    const contract = getContract(state, call.contract_address);
    if (contract === undefined || !constantFunctions(contract).has(call.data.slice(0, 8))) return;
    if (calls.length < MAX_CALLS) calls.push({ root: state.root, call });
  });
  chain.keepers.push(() => {
    const count = calls.length;
    return () => void (calls.length = count);
  });
  return () => {
    const taken = calls;
    calls = [];
    return taken.map(({ root, call }) => traceConstant(chain, createState(root), call, { maxSteps: 0 }));
  };
}
