import {
  decodeTransaction,
  getTransactionInfoById,
  isRpcError,
  signTransaction,
  type Signer,
  type Transaction,
} from '@coin/rpc';
import { addressOf } from '../../funds/signing-plan.ts';
import { retryPause } from '../../retry-pause.ts';
import { sleep } from '../../sleep.ts';
import { endIncluded, keptFields, recordFailure } from '../entry/entry-changes.ts';
import { describeProblem } from '../entry/entry-problem.ts';
import { addEntrySignature, loadSigning } from '../entry/entry-signatures.ts';
import { hasEnded, type HeldEntry, type OutboxEntry } from '../entry/outbox-entry.ts';
import { settleUnsigned } from './settle-entry.ts';
import { type EntryContext } from './work-context.ts';

/** The signature of a signer, and the address of its key. */
async function signAs(transaction: Transaction, signer: Signer) {
  const { signatures } = await signTransaction({ ...transaction, signatures: [] }, signer);
  const [signature = ''] = signatures;
  const { signersOf } = await loadSigning();
  const [address = ''] = signersOf({ ...transaction, signatures });
  return { signature, address };
}

/** Whether a wallet's signature alone completes a transaction, so it may have sent it if it was asked. */
const completesAlone = ({ waitsFor }: OutboxEntry<'awaiting-signatures'>, signer: Signer): boolean =>
  signer.maySend === true &&
  waitsFor.unsigned.some(({ address, weight }) => address === addressOf(signer) && weight >= waitsFor.threshold);

/**
 * Asks a wallet for the transaction that was stored for it, once: after a restart nobody knows whether its user has
 * agreed. Without a signature that the network accepts, the entry is what it was before.
 */
async function askWallet(
  entry: OutboxEntry<'awaiting-signatures'>,
  signer: Signer,
  context: EntryContext,
): Promise<OutboxEntry> {
  const { client, account, reservationId, report, retryDelayMs, signal } = context;
  try {
    return await addEntrySignature(
      entry,
      await signAs(decodeTransaction(entry.transaction), signer),
      client.clock.now(),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    if (isRpcError(error, 'BROADCAST_OUTCOME_UNKNOWN')) return { ...entry, problem: describeProblem(error) };
    report(error);
    const next = recordFailure({ ...keptFields(entry), status: 'queued' }, error, context);
    if (hasEnded(next)) return next;
    account.release(reservationId);
    await sleep(retryPause(0, retryDelayMs), signal);
    return next;
  }
}

/**
 * Asks the signers of this outbox that have not signed yet, until the weights reach the threshold. A signer that
 * throws is noted as the problem and not asked again in this run, and the others are asked.
 */
async function askSigners(entry: OutboxEntry<'awaiting-signatures'>, context: EntryContext): Promise<OutboxEntry> {
  const { client, account, refusals, unasked } = context;
  let current: OutboxEntry<'awaiting-signatures'> | HeldEntry = entry;
  for (const [index, signer] of (await account.readSigners()).entries()) {
    if (current.status === 'signed') break;
    const address = addressOf(signer);
    const canSign = address === undefined || current.waitsFor.unsigned.some((key) => key.address === address);
    const request = `${entry.txID} ${index}`;
    if (!canSign || refusals.has(request)) continue;
    if (completesAlone(current, signer)) {
      if (unasked.delete(entry.txID)) return askWallet(current, signer, context);
      continue;
    }
    try {
      const given = await signAs(decodeTransaction(current.transaction), signer);
      current = await addEntrySignature(current, given, client.clock.now());
    } catch (error) {
      refusals.add(request);
      current = { ...current, problem: describeProblem(error) };
    }
  }
  return current;
}

/**
 * Works on an entry that awaits signatures: asks the own signers, and looks whether someone else has sent the
 * transaction, or whether it has expired. Others may have the transaction and sign it without this outbox, so another
 * one is built only after its expiry is proven, however few have signed.
 *
 * Source: docs/decisions/17-outbox-data-model.md, Consequences.
 */
export async function collectSignatures(
  entry: OutboxEntry<'awaiting-signatures'>,
  context: EntryContext,
): Promise<OutboxEntry> {
  const { client, signal, abi } = context;
  const isOpen = client.clock.now() < entry.waitsFor.until;
  const asked = isOpen && entry.isCancelling !== true ? await askSigners(entry, context) : entry;
  if (asked.status !== 'awaiting-signatures') return asked;
  const info = await getTransactionInfoById(client, { txID: asked.txID }, { state: 'solid', signal });
  if (info !== undefined) return endIncluded(asked, info, abi);
  return isOpen ? asked : settleUnsigned(asked, context);
}

/** Extends the expiration of a transaction for signers who take longer than a node allows. */
export async function extendForSigners(built: Transaction, maxSigningMs: number | undefined): Promise<Transaction> {
  const until = built.timestamp + (maxSigningMs ?? 0);
  if (until <= built.expiration) return built;
  return (await loadSigning()).extendExpiration(built, until);
}
