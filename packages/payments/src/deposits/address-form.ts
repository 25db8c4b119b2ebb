import { argumentInvalid } from '../arguments.ts';

const BASE58CHECK = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** Rejects addresses that are not in the form in which blocks are compared with them. Millions take a second. */
export function rejectOtherForms(addresses: Iterable<string>): void {
  for (const address of addresses)
    if (!BASE58CHECK.test(address)) throw argumentInvalid('addresses', address, 'addresses in base58check');
}
