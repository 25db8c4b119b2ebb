import { type TracedContract } from '../control/tracing/execution-trace.ts';

/** Contracts besides those that the trace names, for their names and ABIs. */
export interface NamingOptions {
  readonly contracts?: readonly TracedContract[];
}
