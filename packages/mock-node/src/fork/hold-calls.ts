import { type Tracing } from '../vm/machine/trace.ts';

/** Calls that are told to a trace only once the operation that made them has succeeded. */
export interface HeldCalls {
  readonly tracing: Tracing;
  readonly pass: () => void;
  /** Forgets those of an operation that is to be run again. */
  readonly drop: () => void;
}

/** Holds back what executions call without code, which `console.log` is made of. */
export function holdCodelessCalls({ onCodelessCall }: Tracing): HeldCalls {
  let held: Parameters<NonNullable<Tracing['onCodelessCall']>>[] = [];
  return {
    tracing: {
      onCodelessCall: (address, input) => {
        held.push([address, input.slice()]);
      },
    },
    pass: () => {
      for (const call of held.splice(0)) onCodelessCall?.(...call);
    },
    drop: () => {
      held = [];
    },
  };
}
