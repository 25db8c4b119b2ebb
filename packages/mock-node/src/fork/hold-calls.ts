import { type Tracing } from '../vm/machine/trace.ts';

/** Calls reported to a trace only after the operation that made them has succeeded. */
export interface HeldCalls {
  readonly tracing: Tracing;
  readonly pass: () => void;
  /** Discards the calls of an operation that will run again. */
  readonly drop: () => void;
}

/** Holds back calls of addresses without code, which `console.log` consists of. */
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
