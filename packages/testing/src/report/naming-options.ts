import { type TracedContract } from '@coin/mock-node';

/** Contracts besides those that the trace names, for their names and ABIs. */
export interface NamingOptions {
  readonly contracts?: readonly TracedContract[];
}
