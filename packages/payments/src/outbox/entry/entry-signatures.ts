import { decodeTransaction, encodeTransaction, isRpcError, toAddress, type Permission } from '@coin/rpc';
import { type AddSignatureArgs, type KeyWeight } from '@coin/rpc/signer';
import { argumentInvalid } from '../../arguments.ts';
import { rpcArgument } from '../intent/rpc-argument.ts';
import { type EntryWait, type OutboxEntry } from './outbox-entry.ts';

/** What an entry that awaits signatures waits for. */
export type SignaturesWait = EntryWait & { readonly kind: 'signatures' };

/** An entry that awaits signatures, with its transaction. */
export interface AwaitingEntry extends OutboxEntry {
  readonly status: 'awaiting-signatures';
  readonly waitsFor: SignaturesWait;
  readonly transaction: string;
  readonly txID: string;
}

export const isAwaiting = (entry: OutboxEntry): entry is AwaitingEntry => entry.status === 'awaiting-signatures';

/** Checks signatures. It is loaded when it is first needed: most accounts have one key. */
export const loadSigning = () => import('@coin/rpc/signer');

/** The wait for all signatures of a permission. */
export const signaturesWait = (
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
 * An entry with one more signature: `signed` once the weights reach the threshold. The same entry if the key has signed
 * already.
 *
 * @throws `ARGUMENT_INVALID` for a signature of another transaction or by another key
 */
export async function withSignature(entry: AwaitingEntry, args: AddSignatureArgs, now: number): Promise<OutboxEntry> {
  const { waitsFor, transaction: encoded } = entry;
  const address = rpcArgument('address', args.address, () => toAddress(args.address));
  if (waitsFor.signed.some((key) => key.address === address)) return entry;
  const key = waitsFor.unsigned.find((each) => each.address === address);
  if (key === undefined)
    throw argumentInvalid('address', address, `a key that can sign: ${listAddresses(waitsFor.unsigned)}`);
  const transaction = await addTo(encoded, { signature: args.signature, address });
  const { threshold, until } = waitsFor;
  const weight = waitsFor.weight + key.weight;
  const { problem: _, ...rest } = entry;
  if (weight >= threshold)
    return { ...rest, transaction, status: 'signed', isHeld: true, waitsFor: { kind: 'block', since: now, until } };
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
