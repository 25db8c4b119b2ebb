import { type Transaction } from '@coin/rpc';
import { type Spending } from '../../funds/spending.ts';
import { type OutboxIntent } from './outbox-intent.ts';

/** The raw data of a transaction without its amounts, texts and data: shorter than any that a node builds. */
const SMALLEST_BYTES = 125;
/** The raw data of a withdrawal, which has no fields but its owner. */
const SMALLEST_WITHDRAWAL_BYTES = 100;
/** The data of a token's transfer: a selector and two words. */
const TOKEN_TRANSFER_BYTES = 68;
const VOTE_BYTES = 25;

/** The length of an intent's memo in bytes. */
const memoSizeOf = ({ memo }: { readonly kind: string; readonly memo?: string }): number =>
  new TextEncoder().encode(memo).length;

/** The length of an intent's raw data before it is built: at most what it will be, and about as long. */
function estimateRawDataSize(intent: OutboxIntent): number {
  switch (intent.kind) {
    case 'transfer':
    case 'transfer-asset':
      return SMALLEST_BYTES + memoSizeOf(intent);
    case 'transfer-token':
      return SMALLEST_BYTES + memoSizeOf(intent) + TOKEN_TRANSFER_BYTES;
    case 'call':
      return SMALLEST_BYTES + memoSizeOf(intent) + (intent.data ?? intent.parameter ?? '').length / 2;
    case 'vote':
      return SMALLEST_WITHDRAWAL_BYTES + VOTE_BYTES * intent.votes.length;
    case 'stake':
    case 'unstake':
    case 'delegate':
    case 'undelegate':
    case 'withdraw-reward':
    case 'withdraw-unstaked':
      return SMALLEST_WITHDRAWAL_BYTES;
  }
}

/** What an intent takes from its owner's account, by its transaction or, before it is built, at least. */
export function spendingOf(intent: OutboxIntent, built?: Transaction): Spending {
  const { owner, permissionId } = intent;
  const rawDataSize = built === undefined ? estimateRawDataSize(intent) : built.rawDataHex.length / 2;
  const none = { owner, permissionId, coin: 0n, memoSize: memoSizeOf(intent), feeLimit: 0n, rawDataSize };
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
