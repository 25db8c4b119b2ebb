import { type SignatureCheck } from '../ledger/execution/apply-transaction.ts';
import { type PreparedTransaction } from '../ledger/execution/prepared-transaction.ts';
import { type Address } from '../protocol/primitives.ts';
import { type Chain } from './chain.ts';

/**
 * Decides whether a broadcast transaction's signatures are checked. Imported blocks are always checked. A test can thus
 * act for an account without its key, such as a contract or an account of a described network.
 */
export function signatureCheckOf({ ledger }: Chain, { call }: PreparedTransaction): SignatureCheck {
  return ledger.impersonated.includes(call.owner) ? 'skip' : 'check';
}

/** Starts or stops accepting an account's transactions regardless of their signatures. */
export function setImpersonated(chain: Chain, address: Address, isImpersonated: boolean): void {
  const others = chain.ledger.impersonated.filter((other) => other !== address);
  chain.ledger = { ...chain.ledger, impersonated: isImpersonated ? [...others, address] : others };
}
