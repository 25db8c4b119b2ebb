import { readAddress } from '../control/arguments/control-arguments.ts';
import { type Controls } from '../control/controls.ts';
import { type CallFrame } from '../control/tracing/execution-trace.ts';
import { type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { type Json } from '../jsonrpc/envelope/json-text.ts';
import { addressData, data, quantity, readHash } from '../jsonrpc/values/quantities.ts';
import { type TraceDetail, type TraceStep } from '../vm/machine/trace.ts';
import { memberOf, readText } from './read-parameters.ts';

/** Keeps an answer within some megabytes. */
const MAX_STEPS = 20_000;

/**
 * The trace of a transaction as geth's struct logger or its callTracer writes it, with energy for gas. @throws
 * MethodError for another tracer.
 */
export function debugTrace({ traceTransaction }: Controls, hash: JsonValue, options: JsonValue): Json {
  const txID = readHash(readText('hash', hash));
  const tracer = memberOf(options, 'tracer');
  if (tracer === 'callTracer') {
    const { call } = traceTransaction(txID, { maxSteps: 0 });
    return call === undefined ? null : callJson(call);
  }
  if (tracer !== null) throw invalidParams('tracer must be callTracer, or absent for the logs of instructions');
  const { call, result, energyUsed, steps, omittedSteps } = traceTransaction(txID, {
    details: detailsOf(options),
    maxSteps: MAX_STEPS,
  });
  if (omittedSteps > 0)
    throw invalidParams(`hash must be of a transaction with at most ${MAX_STEPS} steps; use the tracer callTracer`);
  return {
    gas: Number(energyUsed),
    failed: result !== 'SUCCESS' && result !== 'DEFAULT',
    returnValue: data(call?.output ?? ''),
    structLogs: steps.map(stepJson),
  };
}

/** geth records the stack and the storage unless it is told not to, and the memory only on request. */
function detailsOf(options: JsonValue): readonly TraceDetail[] {
  const isSet = (name: string): boolean => memberOf(options, name) === true;
  const hasMemory = isSet('enableMemory') || memberOf(options, 'disableMemory') === false;
  return [
    ...(isSet('disableStack') ? [] : (['stack'] as const)),
    ...(hasMemory ? (['memory'] as const) : []),
    ...(isSet('disableStorage') ? [] : (['storage'] as const)),
  ];
}

function stepJson({ pc, name, energy, cost, depth, stack, memory, storage }: TraceStep): Json {
  return {
    pc,
    op: name,
    gas: Number(energy),
    gasCost: Number(cost),
    depth: depth + 1,
    ...(stack !== undefined && { stack: stack.map((word) => quantity256(word)) }),
    ...(memory !== undefined && { memory: memory.match(/.{64}/g) ?? [] }),
    ...(storage !== undefined && { storage }),
  };
}

const quantity256 = (word: bigint): string => `0x${word.toString(16)}`;

function callJson(frame: CallFrame): Json {
  const { instruction, input, output, status, error, callValue, calls } = frame;
  const to = instruction === 'DELEGATECALL' || instruction === 'CALLCODE' ? frame.codeAddress : frame.address;
  return {
    type: instruction,
    from: ethereumAddress(frame.caller),
    to: ethereumAddress(to),
    value: quantity(callValue),
    gas: quantity(frame.energyLimit),
    gasUsed: quantity(frame.energy),
    input: data(input),
    output: data(output),
    ...(status !== 'success' && { error: error ?? 'execution reverted' }),
    ...(calls.length > 0 && { calls: calls.map(callJson) }),
  };
}

const ethereumAddress = (address: string): string | null => addressData(readAddress('address', address));
