// Recognizes the results and errors of clients by their shape: `@coin/rpc`, and a mock node's `deploy` and `invoke`.
import { type Hex } from '@coin/mock-node';
import { amountOf, failure, isObject, readLogs, textOf, type Failure, type Members, type Outcome } from './outcome.ts';

/** Reads a client's info: `TransactionInfo` of `@coin/rpc`. */
export function ofClientInfo(info: Members, receipt: Members): Outcome {
  const data = textOf(info['contractResult']);
  const failed = info['succeeded'] === false;
  return {
    ...(failed && { failure: failure(textOf(info['result']), { data, words: textOf(info['reason']) }) }),
    logs: readLogs(info['logs']),
    energy: amountOf(receipt['energyTotal']),
    fee: amountOf(info['fee']),
  };
}

/** Reads a client's result of a constant call, or a node's result of a deployment or a call. */
export function ofResult(value: Members): Outcome {
  const { status = 'SUCCESS' } = value;
  const [data, words] = [textOf(value['output']), textOf(value['reason'])];
  return {
    ...(status !== 'SUCCESS' && { failure: failure(textOf(status), { data, words }) }),
    logs: readLogs(value['logs']),
    energy: amountOf(value['energyUsed']),
    ...('fee' in value && { fee: amountOf(value['fee']) }),
  };
}

/** Reads a contract's outcome from an error of `@coin/rpc` or of a mock node; undefined for other errors. */
export function outcomeOfError(error: unknown): Outcome | undefined {
  const context = error instanceof Error ? (error as { readonly context?: unknown }).context : undefined;
  if (!isObject(context)) return undefined;
  const energy = 'energyUsed' in context ? { energy: amountOf(context['energyUsed']) } : {};
  const [result, data] = [textOf(context['result']), textOf(context['data'])];
  const words = textOf(context['reason']);
  switch ((error as { readonly code?: unknown }).code) {
    case 'CALL_REVERTED':
      return { failure: failure('REVERT', { data, words }), logs: [], ...energy };
    case 'CALL_FAILED':
      return { failure: failure(result, { words: textOf(context['nodeMessage']) }), logs: [] };
    case 'TRANSACTION_FAILED':
      return { failure: failure(result, { data, words }), logs: [], fee: amountOf(context['fee']) };
    case 'CALLBACK_FAILED':
      // A planner simulates the call before it is signed.
      return outcomeOfError((error as Error).cause);
    case 'DEPLOYMENT_FAILED':
      return { failure: deploymentFailure(words, data), logs: [] };
    default:
      return undefined;
  }
}

const REVERTED = 'the constructor reverted: ';

function deploymentFailure(words: string, data: Hex): Failure {
  return words.startsWith(REVERTED)
    ? { isRevert: true, data, reason: words.slice(REVERTED.length) }
    : { isRevert: false, reason: words };
}
