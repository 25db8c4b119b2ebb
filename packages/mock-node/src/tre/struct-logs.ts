import { type Controls } from '../control/controls.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { type Hex } from '../protocol/primitives.ts';
import { type TraceStep } from '../vm/machine/trace.ts';

/** An instruction just before it ran, as TRE prints it. */
interface StructLog {
  /** 1 in the called contract. */
  readonly depth: number;
  readonly error: '';
  /** Energy left, 0x and 16 digits. */
  readonly gas: string;
  readonly gasCost: number;
  readonly memory: readonly Hex[];
  readonly op: string;
  readonly pc: number;
  readonly stack: readonly Hex[];
  readonly storage: Readonly<Record<Hex, Hex>>;
}

/**
 * Converts a transaction's trace to the form of TRE's `debug_traceTransaction`.
 *
 * Source: docs/protocol/tre.md, Traces.
 */
export function structLogTrace(controls: Controls, txID: Hex): object {
  const { result, call, steps, omittedSteps } = controls.traceTransaction(txID, {
    details: ['stack', 'memory', 'storage'],
  });
  if (omittedSteps > 0) {
    const count = steps.length + omittedSteps;
    const problem = `has ${count} instructions, and only the first ${steps.length} fit in a trace with their memory`;
    throw invalidParams(`transaction ${txID} ${problem}: traceTransaction of the node traces it without`);
  }
  return {
    failed: result !== 'SUCCESS' && result !== 'DEFAULT',
    gas: '',
    structLogs: structLogs(steps),
    returnValue: call === undefined || call.kind === 'create' ? '' : call.output,
  };
}

function structLogs(steps: readonly TraceStep[]): readonly StructLog[] {
  const written = new Set<Hex>();
  return steps.map((step) => {
    const { pc, name, depth, energy, cost, memory = '', stack = [], storage = {}, top } = step;
    // TRE's cache of a contract's storage has every slot written or read, except reads of empty slots.
    const used = Object.entries(storage).filter(([slot, value]) => written.has(slot) || /[^0]/.test(value));
    if (name === 'SSTORE' && top !== undefined) written.add(word(top));
    return {
      depth: depth + 1,
      error: '',
      gas: `0x${energy.toString(16).padStart(16, '0')}`,
      gasCost: Number(cost),
      memory: memory.match(/.{64}/g) ?? [],
      op: name,
      pc,
      stack: stack.map(word),
      storage: Object.fromEntries(used),
    };
  });
}

const word = (value: bigint): Hex => value.toString(16).padStart(64, '0');
