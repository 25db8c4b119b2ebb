import { wrapContract } from '../../chain/build-transaction.ts';
import { type Chain } from '../../chain/chain.ts';
import { callConstant } from '../../chain/constant-call.ts';
import { estimateEnergy } from '../../chain/estimate-energy.ts';
import { type EthereumContext } from '../../ethereum/control-methods.ts';
import { type ContractRuns } from '../../jsonrpc/methods/method.ts';
import { type NodeRequest } from '../../message/request.ts';
import { type NodeResponse } from '../../message/response.ts';
import { TriggerSmartContract } from '../../protocol/messages/contract-messages.ts';
import { type State } from '../../state/root.ts';
import { scriptedCall, scriptedEstimate, type FindScript } from '../instruments/call-scripts.ts';

/** Answers a POST. */
export type AnswerJsonRpc = (request: NodeRequest, readState: () => State) => NodeResponse;

export interface JsonRpcRouteOptions {
  readonly chain: Chain;
  readonly findScript: FindScript;
  /** Present if the control methods of Ethereum's development nodes are answered too. */
  readonly ethereum?: EthereumContext | undefined;
}

/** The path of JSON-RPC. It is loaded with the first request for it, because most tests never need it. */
export function createJsonRpcRoute({ chain, findScript, ethereum }: JsonRpcRouteOptions): () => Promise<AnswerJsonRpc> {
  let loading: Promise<AnswerJsonRpc> | undefined;
  const load = async (): Promise<AnswerJsonRpc> => {
    const { createJsonRpc } = await import('../../jsonrpc/index.ts');
    const extension =
      ethereum && (await import('../../ethereum/index.ts').then((loaded) => loaded.createEthereumExtension(ethereum)));
    const jsonRpc = createJsonRpc({ chain, runs: contractRuns(chain, findScript), extension });
    return (request, readState) => {
      const text = jsonRpc(request.body, readState);
      return { status: 200, headers, body: text === undefined ? '' : `${text}\n` };
    };
  };
  return () => (loading ??= load());
}

const headers = { 'content-type': 'application/json-rpc' } as const;

/** Runs contracts, with a scripted answer if a script matches. */
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
