import { object, type output } from 'zod/mini';
import { RpcError } from '../errors.ts';
import { type AnswerSource } from '../transport/answer/check-answer.ts';
import { isBusy, readableMessage, splitException } from '../transport/answer/node-message.ts';
import { optionalBoolean, optionalString } from '../transport/answer/wire-schema.ts';

/** The `result` of answers about contracts. */
export const callResultSchema = /* @__PURE__ */ object({
  result: optionalBoolean,
  code: optionalString,
  message: optionalString,
});

type CallResult = output<typeof callResultSchema>;

const REVERT = 'REVERT opcode executed';
const VM_EXCEPTION = /^org\.tron\.core\.vm\..*\$(\w+)Exception$/;

/** The name that a receipt has for an exception: OUT_OF_ENERGY for OutOfEnergy. */
const resultName = (exception: string) =>
  exception === 'Transfer' ? 'TRANSFER_FAILED' : exception.replace(/(?!^)[A-Z]/g, '_$&').toUpperCase();

/** Whether the call of a successful envelope reverted. */
export const isRevert = ({ message }: CallResult): boolean => readableMessage(message ?? '') === REVERT;

/**
 * Throws the failure that a `result` reports. The `result` of a failed estimate or simulation has neither a code nor
 * `true`.
 * Source: docs/protocol/contract-calls.md, Envelope.
 */
export function checkCallResult(source: AnswerSource, result: CallResult): void {
  if (result.code === undefined && result.result === true) return;
  const code = result.code ?? '';
  const nodeMessage = readableMessage(result.message ?? '');
  const { path } = source;
  if (/does not support/.test(nodeMessage))
    throw new RpcError('NOT_SUPPORTED', { path, status: 200, nodeMessage }, source);
  if (code === 'CONTRACT_VALIDATE_ERROR') throw new RpcError('VALIDATION_FAILED', { path, nodeMessage }, source);
  if (nodeMessage === REVERT)
    throw new RpcError('CALL_REVERTED', { path, reason: 'no reason given', data: '' }, source);
  const { exception, message } = splitException(nodeMessage);
  const [, name] = VM_EXCEPTION.exec(exception) ?? [];
  if (name !== undefined)
    throw new RpcError('CALL_FAILED', { path, result: resultName(name), nodeMessage: message }, source);
  if (code === 'CONTRACT_EXE_ERROR' || code === '')
    throw new RpcError('CALL_FAILED', { path, result: code || 'FAILED', nodeMessage: message }, source);
  throw new RpcError(
    'NODE_ERROR',
    { path, nodeCode: exception || code, nodeMessage: message },
    { ...source, retryable: isBusy(code) },
  );
}
