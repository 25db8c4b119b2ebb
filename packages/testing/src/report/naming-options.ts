import { type TracedContract } from '@coin/mock-node';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../read-arguments.ts';

/** Contracts besides those that the trace names, for their names and ABIs. */
export interface NamingOptions {
  readonly contracts?: readonly TracedContract[];
}

const namingKeys: KnownKeys<NamingOptions> = { contracts: true };

/** The contracts that options name. @throws TestingError `ARGUMENT_INVALID` */
export function readContracts(options: NamingOptions): readonly TracedContract[] {
  checkKeys('options', options, namingKeys, '');
  const { contracts = [] } = options;
  if (!Array.isArray(contracts)) throw argumentInvalid('contracts', contracts, 'a list of contracts');
  return contracts;
}
