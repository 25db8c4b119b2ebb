import { type TracedContract } from '@coin/mock-node';

/** Further contracts, for their names and ABIs, besides those in the trace. */
export interface NamingOptions {
  readonly contracts?: readonly TracedContract[];
}
