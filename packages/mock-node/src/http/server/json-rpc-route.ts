import { wrapContract } from '../../chain/build-transaction.ts';
import { type Chain } from '../../chain/chain.ts';
import { callConstant } from '../../chain/constant-call.ts';
import { estimateEnergy } from '../../chain/estimate-energy.ts';
import { type JsonRpc } from '../../jsonrpc/index.ts';
import { type ContractRuns } from '../../jsonrpc/methods/method.ts';
import { type NodeRequest } from '../../message/request.ts';
import { errorPage, type NodeResponse } from '../../message/response.ts';
import { TriggerSmartContract } from '../../protocol/contract-messages.ts';
import { type State } from '../../state/root.ts';
import { scriptedCall, scriptedEstimate, type FindScript } from '../instruments/call-scripts.ts';

/** The path of JSON-RPC, which is loaded when it is asked for the first time: most tests never do. */
export interface JsonRpcRoute {
  /** Undefined where it is loaded. */
  readonly load: () => Promise<void> | undefined;
  /** Answers a POST. */
  readonly answer: (request: NodeRequest, readState: () => State) => NodeResponse;
}

export function createJsonRpcRoute(chain: Chain, findScript: FindScript): JsonRpcRoute {
  let jsonRpc: JsonRpc | undefined;
  const load = async (): Promise<void> => {
    const { createJsonRpc } = await import('../../jsonrpc/index.ts');
    // Two first requests must not get filters of their own.
    jsonRpc ??= createJsonRpc({ chain, runs: contractRuns(chain, findScript) });
  };
  return {
    load: () => (jsonRpc === undefined ? load() : undefined),
    answer(request, readState) {
      if (request.isOversized) return errorPage(request, 413, 'Payload Too Large');
      const text = jsonRpc?.(request.body, readState);
      return { status: 200, headers, body: text === undefined ? '' : `${text}\n` };
    },
  };
}

const headers = { 'content-type': 'application/json-rpc' } as const;

/** Contracts with scripted answers in place of those that have a script. */
function contractRuns(chain: Chain, findScript: FindScript): ContractRuns {
  return {
    call(state, call) {
      const script = findScript(call);
      if (script === undefined) return callConstant(chain, state, call);
      return scriptedCall(script, wrapContract(chain, state, { schema: TriggerSmartContract, contract: call }));
    },
    estimate(state, call) {
      const script = findScript(call);
      return script === undefined ? estimateEnergy(chain, state, call) : scriptedEstimate(script);
    },
  };
}
