import type { Milliseconds } from '../state/root.ts';
import type { TransactionMessage } from '../protocol/messages.ts';
import { createState } from '../state/state.ts';
import { checkBeforeNextSlot } from './apply-transaction.ts';
import type { Chain } from './chain.ts';
import {
  AccountResourceInsufficientError,
  ChainError,
  ContractExecuteError,
  ContractValidateError,
  DuplicateTransactionError,
  TaposError,
  TooBigTransactionError,
  TransactionExpirationError,
  ValidateSignatureError,
} from './errors.ts';
import { addPending } from './pending.ts';
import { checkSignatures } from './permissions.ts';
import { mineBlock, mineTransaction } from './produce-block.ts';
import { prepareTransaction } from './transaction.ts';
import type { PreparedTransaction } from './transaction.ts';

/** What became of a transaction: a code of the protocol's `Return.response_code`, and for all but SUCCESS the node's words. */
export interface BroadcastOutcome {
  readonly code: string;
  readonly message: string;
}

/** The node answers nothing else while more than this many transactions wait. */
const mostPending = 2000;
/** The node remembers the ids it has seen for an hour. */
const memory: Milliseconds = 3_600_000;

const success: BroadcastOutcome = { code: 'SUCCESS', message: '' };

/**
 * Takes a signed transaction: into a block of its own where mining is instant and nothing waits, into the pool otherwise.
 *
 * Source: docs/protocol/http.md, Broadcast.
 */
export function broadcast(chain: Chain, message: TransactionMessage): BroadcastOutcome {
  if ((chain.ledger.pending?.transactions.length ?? 0) > mostPending)
    return { code: 'SERVER_BUSY', message: 'Server busy.' };
  let refused: PreparedTransaction | undefined;
  try {
    const transaction = prepareTransaction(message);
    if (isRemembered(chain, transaction)) {
      return { code: 'DUP_TRANSACTION_ERROR', message: 'Transaction already exists.' };
    }
    refused = transaction;
    accept(chain, transaction);
    return success;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    if (refused !== undefined) remember(chain, refused);
    return refusal(error);
  }
}

function accept(chain: Chain, transaction: PreparedTransaction): void {
  const state = createState(chain.ledger.pending?.root ?? chain.ledger.head);
  checkBeforeNextSlot(state, Number(transaction.message.raw_data!.expiration));
  checkSignatures(state, transaction);
  const { mode } = chain.mining;
  if (mode === 'manual' || mode === 'interval') {
    addPending(chain, transaction);
  } else if (chain.ledger.pending === undefined) {
    mineTransaction(chain, transaction);
  } else {
    addPending(chain, transaction);
    mineBlock(chain);
  }
}

function isRemembered({ ledger }: Chain, { id }: PreparedTransaction): boolean {
  const attempted = ledger.attempted.get(id);
  if (attempted !== undefined) return attempted > ledger.clock - memory;
  const root = ledger.pending?.root ?? ledger.head;
  const place = root.transactions.get(id);
  if (place === undefined) return false;
  const block = root.blocks.get(place.block);
  return block === undefined || block.timestamp > ledger.clock - memory;
}

/** Remembers the id of a refused transaction. What was taken is remembered by the ledger. */
function remember(chain: Chain, { id }: PreparedTransaction): void {
  const { ledger } = chain;
  const { clock } = ledger;
  const kept =
    ledger.attempted.size < mostPending ? ledger.attempted : ledger.attempted.filter((time) => time > clock - memory);
  chain.ledger = { ...ledger, attempted: kept.set(id, clock) };
}

function refusal(error: ChainError): BroadcastOutcome {
  const { message } = error;
  if (error instanceof ValidateSignatureError)
    return { code: 'SIGERROR', message: `Validate signature error: ${message}` };
  if (error instanceof ContractValidateError) {
    return { code: 'CONTRACT_VALIDATE_ERROR', message: `Contract validate error : ${message}` };
  }
  if (error instanceof ContractExecuteError) {
    return { code: 'CONTRACT_EXE_ERROR', message: `Contract execute error : ${message}` };
  }
  if (error instanceof AccountResourceInsufficientError) {
    return { code: 'BANDWITH_ERROR', message: 'Account resource insufficient error.' };
  }
  if (error instanceof DuplicateTransactionError) return { code: 'DUP_TRANSACTION_ERROR', message: 'Dup transaction.' };
  if (error instanceof TaposError) return { code: 'TAPOS_ERROR', message: 'Tapos check error.' };
  if (error instanceof TooBigTransactionError) return { code: 'TOO_BIG_TRANSACTION_ERROR', message };
  if (error instanceof TransactionExpirationError) {
    return { code: 'TRANSACTION_EXPIRATION_ERROR', message: 'Transaction expired' };
  }
  return { code: 'OTHER_ERROR', message: `Error: ${message}` };
}
