import { type Transaction } from '@coin/rpc';
import { chargedBytes, type Spending } from '../../funds/payment-cost.ts';
import { type OutboxIntent } from './outbox-intent.ts';

/**
 * The bytes of a transaction without its amounts, texts and data: fewer than those of any that a node builds.
 */
const SMALLEST_RAW_BYTES = 125;
/** The bytes of a withdrawal, which has no fields but its owner. */
const SMALLEST_WITHDRAWAL = 100;
/** The data of a token's transfer: a selector and two words. */
const TOKEN_TRANSFER_BYTES = 68;
const VOTE_BYTES = 25;

const memoOf = ({ memo }: { readonly kind: string; readonly memo?: string }): string | undefined => memo;

/** The bytes of an intent's transaction before it is built: at most those that it will have, and about as many. */
function estimatedBytes(intent: OutboxIntent): number {
  const { kind } = intent;
  let raw = SMALLEST_RAW_BYTES + new TextEncoder().encode(memoOf(intent)).length;
  if (kind === 'call') raw += (intent.data ?? intent.parameter ?? '').length / 2;
  else if (kind === 'transfer-token') raw += TOKEN_TRANSFER_BYTES;
  else if (kind === 'vote') raw = SMALLEST_WITHDRAWAL + VOTE_BYTES * intent.votes.length;
  else if (kind !== 'transfer' && kind !== 'transfer-asset') raw = SMALLEST_WITHDRAWAL;
  return chargedBytes('00'.repeat(raw), 1);
}

/** What an intent takes from its owner's account, by its transaction or, before it is built, at least. */
export function spendingOf(intent: OutboxIntent, built?: Transaction): Spending {
  const { owner, permissionId } = intent;
  const bytes = built === undefined ? estimatedBytes(intent) : chargedBytes(built.rawDataHex, 1);
  const hasMemo = memoOf(intent) !== undefined;
  const none = { owner, permissionId, coin: 0n, hasMemo, feeLimit: 0n, bytes };
  switch (intent.kind) {
    case 'transfer':
      return { ...none, coin: intent.amount, recipient: intent.to };
    case 'transfer-asset': {
      const { to: recipient, tokenId: token, amount } = intent;
      return { ...none, recipient, tokens: { token, amount } };
    }
    case 'transfer-token': {
      const { token, amount, feeLimit = 0n } = intent;
      return { ...none, tokens: { token, amount }, feeLimit: built?.feeLimit ?? feeLimit };
    }
    case 'call':
      return { ...none, coin: intent.callValue ?? 0n, feeLimit: built?.feeLimit ?? intent.feeLimit ?? 0n };
    case 'stake':
      return { ...none, coin: intent.amount };
    case 'unstake':
    case 'delegate':
    case 'undelegate':
    case 'vote':
    case 'withdraw-reward':
    case 'withdraw-unstaked':
      return none;
  }
}
