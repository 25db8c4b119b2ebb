import { type Tracing } from '../vm/machine/trace.ts';

/** Calls that are told to a trace only once the operation that made them has succeeded. */
export interface HeldCalls {
  readonly tracing: Tracing;
  readonly pass: () => void;
  /** Forgets those of an operation that is to be run again. */
  readonly drop: () => void;
}

/** Holds back what executions call without code, which `console.log` is made of. */
export function holdCodelessCalls({ traceCodelessCall }: Tracing): HeldCalls {
  let held: Parameters<NonNullable<Tracing['traceCodelessCall']>>[] = [];
  return {
    tracing: {
      traceCodelessCall: (address, input) => {
        held.push([address, input.slice()]);
      },
    },
    pass: () => {
      for (const call of held.splice(0)) traceCodelessCall?.(...call);
    },
    drop: () => {
      held = [];
    },
  };
}
