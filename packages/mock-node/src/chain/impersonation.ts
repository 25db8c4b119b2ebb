import { type SignatureCheck } from '../ledger/execution/apply-transaction.ts';
import { type PreparedTransaction } from '../ledger/execution/prepared-transaction.ts';
import { type Address } from '../protocol/primitives.ts';
import { type Chain } from './chain.ts';

/**
 * How a broadcast transaction's signatures are checked; those of imported blocks always are.
 *
 * Source: Decision: a test acts for an account whose key nobody has, such as a contract or an account of a described
 * network.
 */
export function signatureCheckOf({ ledger }: Chain, { call }: PreparedTransaction): SignatureCheck {
  return ledger.impersonated.includes(call.owner) ? 'skip' : 'check';
}

/** Accepts an account's transactions whoever signs them, or no longer. */
export function setImpersonated(chain: Chain, address: Address, isImpersonated: boolean): void {
  const others = chain.ledger.impersonated.filter((other) => other !== address);
  chain.ledger = { ...chain.ledger, impersonated: isImpersonated ? [...others, address] : others };
}
