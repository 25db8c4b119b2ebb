import { decodeTransaction, encodeTransaction, isRpcError, type Permission } from '@coin/rpc';
import { type AddSignatureArgs, type KeyWeight } from '@coin/rpc/signer';
import { argumentInvalid } from '../../arguments.ts';
import { keptFields, transactionFields } from './entry-changes.ts';
import { type HeldEntry, type OutboxEntry } from './outbox-entry.ts';

type SignaturesWait = OutboxEntry<'awaiting-signatures'>['waitsFor'];

/** Checks signatures. It is loaded when it is first needed: most accounts have one key. */
export const loadSigning = () => import('@coin/rpc/signer');

/** The wait for all signatures of a permission. */
export const waitForSignatures = (
  { keys, threshold }: Permission,
  { since, until }: { readonly since: number; readonly until: number },
): SignaturesWait => ({
  kind: 'signatures',
  since,
  until,
  weight: 0n,
  threshold,
  missingWeight: threshold,
  signed: [],
  unsigned: keys,
});

const listAddresses = (keys: readonly KeyWeight[]): string => keys.map(({ address }) => address).join(' or ');

/** Checks a signature of a transaction. */
async function addTo(encoded: string, { signature, address }: AddSignatureArgs): Promise<string> {
  const { addSignature } = await loadSigning();
  const transaction = decodeTransaction(encoded);
  try {
    return encodeTransaction(addSignature(transaction, { signature, address }));
  } catch (cause) {
    if (!isRpcError(cause, 'SIGNATURE_INVALID')) throw cause;
    throw argumentInvalid('signature', '(hidden)', `a signature of transaction ${transaction.txID} by ${address}`, {
      cause,
    });
  }
}

/**
 * Adds a signature to an entry, which is `signed` and held once the weights reach the threshold. Returns the same entry
 * if the key has signed already.
 *
 * @throws `ARGUMENT_INVALID` for a signature of another transaction or by another key
 */
export async function addEntrySignature(
  entry: OutboxEntry<'awaiting-signatures'>,
  { signature, address }: AddSignatureArgs,
  now: number,
): Promise<OutboxEntry<'awaiting-signatures'> | HeldEntry> {
  const { waitsFor, transaction: encoded } = entry;
  if (waitsFor.signed.some((key) => key.address === address)) return entry;
  const key = waitsFor.unsigned.find((each) => each.address === address);
  if (key === undefined)
    throw argumentInvalid('address', address, `a key that can sign: ${listAddresses(waitsFor.unsigned)}`);
  const transaction = await addTo(encoded, { signature, address });
  const { threshold, until } = waitsFor;
  const weight = waitsFor.weight + key.weight;
  if (weight >= threshold) {
    const signed = { ...keptFields(entry), ...transactionFields(entry), transaction };
    return { ...signed, status: 'signed', isHeld: true, waitsFor: { kind: 'block', since: now, until } };
  }
  const signed = [...waitsFor.signed, key];
  const unsigned = waitsFor.unsigned.filter((each) => each !== key);
  const counted = { weight, missingWeight: threshold - weight, signed, unsigned };
  return { ...entry, transaction, waitsFor: { ...waitsFor, ...counted } };
}

/** Whether the key of an address has signed the transaction of an entry. */
export async function hasSigned({ transaction }: OutboxEntry, address: string): Promise<boolean> {
  if (transaction === undefined) return false;
  const { signersOf } = await loadSigning();
  return signersOf(decodeTransaction(transaction)).includes(address);
}
