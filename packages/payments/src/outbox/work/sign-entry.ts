import {
  encodeTransaction,
  isRpcError,
  RpcError,
  signTransaction,
  type Permission,
  type Signer,
  type Transaction,
} from '@coin/rpc';
import { omitUndefined } from '../../omit-undefined.ts';
import { sleep } from '../../sleep.ts';
import { requireNetwork } from '../chain/store-network.ts';
import { keptFields, stopAsDuplicate } from '../entry/entry-changes.ts';
import { describeProblem } from '../entry/entry-problem.ts';
import { keyOfTransaction } from '../entry/entry-record.ts';
import { loadSigning, waitForSignatures } from '../entry/entry-signatures.ts';
import { fundsAwaitedBy, type OutboxEntry } from '../entry/outbox-entry.ts';
import { buildIntent, findFeeLimit } from '../intent/build-intent.ts';
import { spendingOf } from '../intent/intent-spending.ts';
import { extendForSigners } from './collect-signatures.ts';
import { pauseForBudget, pauseForEarlier, pauseForFunds, releaseBudget } from './pause-entry.ts';
import { type EntryContext } from './work-context.ts';

/** Number of times a transaction is built again because another entry has its id. */
const MAX_BUILDS = 20;
/** A node writes its time in milliseconds into each transaction, so after this pause it builds a different one. */
const LONGEST_PAUSE_MS = 25;

/**
 * Waits until the owner's earlier entries have found their coin or wait, because entries take coin in their order.
 * Returns the entry if it has to wait for coin itself.
 */
async function findFunds(entry: OutboxEntry, context: EntryContext): Promise<OutboxEntry | undefined> {
  const { client, genesisId, account, reservationId, signal } = context;
  // An earlier entry may wait for reserved coin, so an entry that waits for it reserves none.
  account.release(reservationId);
  // The node behind an address may have changed since the run began.
  const checked = requireNetwork(client, genesisId, { signal });
  checked.catch(() => {});
  const paused = await account.inOrder(async () => {
    await checked;
    return (await pauseForFunds(entry, spendingOf(entry.intent), context)).paused;
  });
  return paused && countFeeLimit(entry, paused, context);
}

/** Counts the fee limit that a call will get in the coin that it waits for. It is planned when the wait begins. */
async function countFeeLimit(entry: OutboxEntry, paused: OutboxEntry, context: EntryContext): Promise<OutboxEntry> {
  const { planFeeLimit, account, reservationId, signal } = context;
  const { intent } = entry;
  const waits = fundsAwaitedBy(paused);
  const isCall = intent.kind === 'call' || intent.kind === 'transfer-token';
  if (waits === undefined || waits.token !== undefined || !isCall || intent.feeLimit !== undefined) return paused;
  const before = fundsAwaitedBy(entry);
  let needed = before?.token === undefined ? before?.needed : undefined;
  if (needed === undefined || needed <= waits.needed) {
    // The planner may need what the account lacks. It is asked again before the call is signed.
    const feeLimit = await findFeeLimit(intent, planFeeLimit, { signal }).catch(() => undefined);
    if (feeLimit === undefined) return paused;
    const { funds } = await account.check(reservationId, spendingOf({ ...intent, feeLimit }));
    ({ needed } = funds);
  }
  return { ...paused, waitsFor: { ...waits, needed } } as OutboxEntry;
}

/** Requests an entry's transaction from the node; undefined if the account now has less coin than it read. */
async function buildTransaction(entry: OutboxEntry, context: EntryContext): Promise<Transaction | undefined> {
  const { client, planFeeLimit, account, reservationId, signal } = context;
  const spending = spendingOf(entry.intent);
  for (let wasEnough = false; ; wasEnough = true) {
    try {
      return await buildIntent(client, entry.intent, planFeeLimit, { signal });
    } catch (error) {
      const mayLackTokens = spending.tokens !== undefined && isRpcError(error, 'CALL_REVERTED');
      if (!mayLackTokens && !isRpcError(error, 'VALIDATION_FAILED')) throw error;
      account.forget();
      const { status } = await account.check(reservationId, spending);
      if (status !== 'enough') return undefined;
      // A deposit may have arrived after the node's answer, so only a second one counts.
      if (wasEnough) throw error;
    }
  }
}

/**
 * Signs the transaction of an entry. It is stored before it is sent, and no other entry has or had it: two equal
 * intents that a node builds in the same millisecond, or after its clock was set back, have the same bytes and would be
 * paid once. If coin or budget is missing, or another entry has to succeed first, the entry waits instead.
 */
export async function signEntry(entry: OutboxEntry, context: EntryContext): Promise<OutboxEntry> {
  const { store, account, findDuplicate, maxSigningMs, signal } = context;
  const { owner } = entry.intent;
  const following = await pauseForEarlier(entry, context);
  if (following !== undefined) return following;
  let txID = '';
  for (let build = 0; build < MAX_BUILDS;) {
    const waiting = await findFunds(entry, context);
    if (waiting !== undefined) return waiting;
    await account.requireSigner();
    const unsigned = await buildTransaction(entry, context);
    if (unsigned === undefined) continue;
    const plan = await account.planSigning(entry.intent.permissionId);
    const built = plan.kind === 'alone' ? unsigned : await extendForSigners(unsigned, maxSigningMs);
    const funds = await pauseForFunds(entry, spendingOf(entry.intent, built), context);
    if (funds.paused !== undefined) return funds.paused;
    ({ txID } = built);
    const ignored = entry.ignoredTxIDs ?? [];
    const duplicate = await findDuplicate({ owner, rawDataHex: built.rawDataHex, ignored });
    if (duplicate !== undefined) return stopAsDuplicate(entry, duplicate);
    const budget = await pauseForBudget(entry, { txID, expiration: built.expiration, fee: funds.maxFee }, context);
    if (budget.paused !== undefined) return budget.paused;
    if (await store.createIfAbsent({ key: keyOfTransaction(txID), value: entry.id, listing: 'none' })) {
      if (plan.kind === 'alone' && plan.signer.maySend !== true)
        return signBuilt(entry, { built, feeDay: budget.feeDay, ...plan }, context);
      context.unasked.add(txID);
      return awaitSignatures(entry, { built, feeDay: budget.feeDay, ...plan }, context);
    }
    const { expiration } = built;
    await releaseBudget(entry, { txID, feeDay: budget.feeDay, expiration, fee: 0n }, context);
    build++;
    await sleep(1 + Math.random() * LONGEST_PAUSE_MS, signal);
  }
  throw new RpcError('TRANSACTION_MISMATCH', { field: 'txID', requested: 'one of no other entry', built: txID });
}

/** A transaction of an entry, the permission that signs it, and the first day whose budget has a share for it. */
interface Built {
  readonly built: Transaction;
  readonly permission: Permission;
  readonly feeDay: string | undefined;
}

/**
 * Stores the transaction before anyone is asked to sign it: who has signed may send it with the others' signatures, and a
 * wallet may send it after this process was killed.
 */
function awaitSignatures(
  entry: OutboxEntry,
  { built, permission, feeDay }: Built,
  { client, genesisId }: EntryContext,
): OutboxEntry<'awaiting-signatures'> {
  const { txID, expiration } = built;
  const waitsFor = waitForSignatures(permission, { since: client.clock.now(), until: expiration });
  const fields = omitUndefined({
    ...keptFields(entry),
    genesisId,
    txID,
    transaction: encodeTransaction(built),
    feeDay,
  });
  return { ...fields, status: 'awaiting-signatures', waitsFor };
}

async function signBuilt(
  entry: OutboxEntry,
  { signer, ...unsigned }: Built & { readonly signer: Signer },
  context: EntryContext,
): Promise<OutboxEntry<'signed' | 'awaiting-signatures'>> {
  const { client, genesisId, account, refusals } = context;
  const { built, feeDay } = unsigned;
  try {
    const signed = await signTransaction(built, signer);
    // A signer may have another key than it says.
    const [address = ''] = (await loadSigning()).signersOf(signed);
    await context.account.requireKey(entry.intent.permissionId, address);
    const { txID, expiration } = signed;
    const waitsFor = { kind: 'block', since: client.clock.now(), until: expiration } as const;
    const transaction = encodeTransaction(signed);
    return {
      ...omitUndefined({ ...keptFields(entry), genesisId, txID, transaction, feeDay }),
      status: 'signed',
      waitsFor,
    };
  } catch (error) {
    const { txID, expiration } = built;
    if (isRpcError(error, 'BROADCAST_OUTCOME_UNKNOWN')) {
      // A wallet may have sent what it did not return, so no other is built before this one has expired.
      refusals.add(`${txID} ${(await account.readSigners()).indexOf(signer)}`);
      return { ...awaitSignatures(entry, unsigned, context), problem: describeProblem(error) };
    }
    await releaseBudget(entry, { txID, feeDay, expiration, fee: 0n }, context);
    throw error;
  }
}
