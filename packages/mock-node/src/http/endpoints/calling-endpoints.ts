import { wrapContract } from '../../chain/build-transaction.ts';
import { type Chain } from '../../chain/chain.ts';
import {
  callConstant,
  triggerContract,
  type CallAnswer,
  type CompletedCall,
  type ContractCall,
} from '../../chain/constant-call.ts';
import { estimateEnergy as searchEnergy, type EstimateAnswer } from '../../chain/estimate-energy.ts';
import { int64Member } from '../../json/json-integer.ts';
import { composeJson, stringMember, type JsonObject } from '../../json/json-value.ts';
import { composeEntries, printMessage, textBytes, type PrintOptions } from '../../json/protobuf-printer.ts';
import { invalidParameterError, toJavaException } from '../../json/request-errors.ts';
import { functionSelector } from '../../message/function-selector.ts';
import { hexBytes } from '../../message/request-arguments.ts';
import { jsonOf, parseBody, readJsonBody, type NodeRequest, type RequestBody } from '../../message/request.ts';
import { composeBuiltTransaction, type PrintableTransaction } from '../../message/transaction-json.ts';
import { EstimateEnergyMessage, ResponseCode, TransactionExtention } from '../../protocol/messages/api-messages.ts';
import { TriggerSmartContract } from '../../protocol/messages/contract-messages.ts';
import { type TransactionMessage } from '../../protocol/messages/messages.ts';
import { type State } from '../../state/root.ts';
import { scriptedCall, scriptedEstimate } from '../instruments/call-scripts.ts';
import { withMemo, withPermission } from './building-endpoints.ts';
import { emptyAnswer, type Endpoint, type RequestContext } from './endpoint.ts';

/** Source: docs/protocol/contract-calls.md. */
export const callingEndpoints: readonly Endpoint[] = [
  { name: 'triggerconstantcontract', solid: true, get: emptyAnswer, post: triggerConstantContract },
  { name: 'estimateenergy', solid: true, get: emptyAnswer, post: estimateEnergy },
  { name: 'triggersmartcontract', get: emptyAnswer, post: triggerSmartContract },
];

function triggerConstantContract({ chain, findScript, state, request }: RequestContext): string {
  const { answer, visible } = captureFailure(request, (body) => {
    const json = jsonOf(body);
    requireCallOrCreation(json);
    const call = callOf(json, body);
    const script = findScript(call);
    const called =
      script === undefined ? callConstant(chain, state, call) : scriptedCall(script, wrapCall(chain, state, call));
    return finished(called, (built) => withMemo(withPermission(built, json), json, body));
  });
  return composeCall(answer, { visible });
}

function triggerSmartContract({ chain, findScript, state, request }: RequestContext): string {
  const { answer, visible } = captureFailure(request, (body) => {
    const json = jsonOf(body);
    for (const key of ['owner_address', 'contract_address']) requireText(json, key);
    const call = {
      ...callOf(json, body),
      call_token_value: int64Member(json, 'call_token_value') ?? 0n,
      token_id: int64Member(json, 'token_id') ?? 0n,
      call_value: int64Member(json, 'call_value') ?? 0n,
    };
    const feeLimit = int64Member(json, 'fee_limit') ?? 0n;
    const called =
      findScript(call) === undefined
        ? triggerContract(chain, call, { feeLimit })
        : { transaction: wrapCall(chain, state, call, { feeLimit }) };
    return finished(called, (built) => withPermission(built, json));
  });
  return composeCall(answer, { visible });
}

function estimateEnergy({ chain, findScript, state, request }: RequestContext): string {
  const { answer, visible } = captureFailure<EstimateAnswer>(request, (body) => {
    const json = jsonOf(body);
    requireCallOrCreation(json);
    const call = callOf(json, body);
    const script = findScript(call);
    return script === undefined ? searchEnergy(chain, state, call) : scriptedEstimate(script);
  });
  return printMessage(EstimateEnergyMessage, answer, { visible });
}

interface PrintableCall extends Omit<CallAnswer, 'transaction'> {
  readonly transaction?: PrintableTransaction;
}

/**
 * The answer of a call that ran, with its finished transaction. If finishing fails, the answer still reports the call's
 * effects.
 */
function finished(
  called: CompletedCall,
  finish: (transaction: PrintableTransaction) => PrintableTransaction,
): PrintableCall {
  try {
    const transaction = finish(called.transaction);
    return { ...called, transaction, result: { ...called.result, result: true } };
  } catch (error) {
    return { ...called, result: failureResult(error) };
  }
}

interface FailureResult {
  readonly code: number;
  readonly message: string;
}

interface Outcome<T> {
  readonly answer: T | { readonly result: FailureResult };
  readonly visible: boolean;
}

/** Reports a failure in `result`: only the message if the contract is rejected, otherwise the class too. */
function captureFailure<T>(request: NodeRequest, call: (body: RequestBody) => T): Outcome<T> {
  let visible = false;
  try {
    const body = readJsonBody(request);
    ({ visible } = body);
    return { answer: call(body), visible };
  } catch (error) {
    return { answer: { result: failureResult(error) }, visible };
  }
}

function failureResult(error: unknown): FailureResult {
  const { javaClass, message } = toJavaException(error);
  if (javaClass === 'org.tron.core.exception.ContractValidateException') {
    return { code: ResponseCode.values.CONTRACT_VALIDATE_ERROR, message: textBytes(message) };
  }
  const text = `class ${javaClass} : ${message.replaceAll('"', "'")}`;
  return { code: ResponseCode.values.OTHER_ERROR, message: textBytes(text) };
}

function requireText(json: JsonObject, key: string): void {
  if (!stringMember(json, key)) throw invalidParameterError(`${key} isn't set.`);
}

function requireCallOrCreation(json: JsonObject): void {
  requireText(json, 'owner_address');
  if (stringMember(json, 'contract_address')) return;
  if (!stringMember(json, 'data')) {
    throw invalidParameterError('At least one of contract_address and data must be set.');
  }
  if (stringMember(json, 'function_selector')) {
    throw invalidParameterError('While trying to deploy, function_selector and data can not be both set.');
  }
}

/** A selector takes precedence over data. The parameter's length is not checked. */
function callOf(json: JsonObject, body: RequestBody): ContractCall {
  const call = parseBody(TriggerSmartContract, body);
  const signature = stringMember(json, 'function_selector');
  if (!signature) return call;
  const data = hexBytes(functionSelector(signature) + (stringMember(json, 'parameter') ?? ''));
  return { ...call, data };
}

/** Wraps a call in a transaction, even if its contract does not exist. */
function wrapCall(
  chain: Chain,
  state: State,
  call: ContractCall,
  { feeLimit = 0n }: { readonly feeLimit?: bigint } = {},
): TransactionMessage {
  return wrapContract(chain, state, { schema: TriggerSmartContract, contract: call, feeLimit });
}

function composeCall({ transaction, ...answer }: PrintableCall, options: PrintOptions): string {
  // The node composes the transaction again. The result replaces the printed one in the same place among the keys.
  const entries = composeEntries(TransactionExtention, answer, options);
  if (transaction === undefined || !answer.result?.result) return composeJson(entries);
  return composeJson([['transaction', composeBuiltTransaction(transaction, options)], ...entries]);
}
