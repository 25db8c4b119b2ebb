import { type TracedContract } from '@coin/mock-node';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../read-arguments.ts';

/** Further contracts, for their names and ABIs, besides those in the trace. */
export interface NamingOptions {
  readonly contracts?: readonly TracedContract[];
}

const namingKeys: KnownKeys<NamingOptions> = { contracts: true };

/** Reads the contracts in the options. @throws TestingError `ARGUMENT_INVALID` */
export function readContracts(options: NamingOptions): readonly TracedContract[] {
  checkKeys('options', options, namingKeys, '');
  const { contracts = [] } = options;
  if (!Array.isArray(contracts)) throw argumentInvalid('contracts', contracts, 'a list of contracts');
  return contracts;
}
