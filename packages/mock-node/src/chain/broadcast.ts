import { checkSignatures } from '../ledger/execution/check-signatures.ts';
import { prepareTransaction, type PreparedTransaction } from '../ledger/execution/prepared-transaction.ts';
import { checkBeforeNextSlot, checkTrade } from '../ledger/execution/transaction-checks.ts';
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
} from '../ledger/ledger-errors.ts';
import { type ResponseCode } from '../protocol/messages/api-messages.ts';
import { type TransactionMessage } from '../protocol/messages/messages.ts';
import { type Hex } from '../protocol/primitives.ts';
import { createState } from '../state/root.ts';
import { type Chain } from './chain.ts';
import { signatureCheckOf } from './impersonation.ts';
import { addPending } from './pending.ts';
import { mineBlock, mineTransaction, waitForBlock } from './produce-block.ts';

/**
 * The outcome of a broadcast: a code of the protocol's `Return.response_code`, with the node's message unless it is
 * SUCCESS.
 */
export interface BroadcastOutcome {
  readonly code: keyof typeof ResponseCode.values;
  readonly message: string;
}

/** The node checks the sizes of signatures, 65 to 68 bytes, before anything else. */
const hasWrongSize = (signature: Hex): boolean => signature.length < 2 * 65 || signature.length > 2 * 68;

/** The node rejects broadcasts while more transactions than this are pending. */
const MAX_PENDING = 2000;
const success: BroadcastOutcome = { code: 'SUCCESS', message: '' };

/**
 * Accepts a signed transaction into the pool, or into a separate block if mining is instant and nothing is pending.
 *
 * Under wall clock, instant blocks wait while the head is too far ahead, and later transactions share the next block.
 *
 * Source: docs/protocol/http.md, Broadcast.
 */
export function broadcast(chain: Chain, message: TransactionMessage): BroadcastOutcome {
  const wrongSize = message.signature.find(hasWrongSize);
  if (wrongSize !== undefined)
    return { code: 'SIGERROR', message: `Validate signature error: Signature size is ${wrongSize.length / 2}` };
  if ((chain.ledger.pending?.transactions.length ?? 0) > MAX_PENDING)
    return { code: 'SERVER_BUSY', message: 'Server busy.' };
  try {
    accept(chain, prepareTransaction(message));
    return success;
  } catch (error) {
    if (error instanceof ChainError) return rejectionOf(error);
    throw error;
  }
}

function accept(chain: Chain, transaction: PreparedTransaction): void {
  const state = createState(chain.ledger.pending?.root ?? chain.ledger.head);
  const expiration = Number(transaction.rawData.expiration);
  checkBeforeNextSlot(state, expiration);
  checkTrade(state, chain.network, transaction, 'pool');
  if (signatureCheckOf(chain, transaction) === 'check') checkSignatures(state, transaction);
  const { kind } = chain.mining;
  const wait = waitForBlock(chain, expiration);
  if (kind === 'manual' || kind === 'interval') {
    addPending(chain, transaction, chain.tracing);
  } else if (wait > 0) {
    addPending(chain, transaction, chain.tracing);
    chain.mineLater(wait);
  } else if (chain.ledger.pending === undefined) {
    mineTransaction(chain, transaction);
  } else {
    addPending(chain, transaction, chain.tracing);
    mineBlock(chain);
  }
}

function rejectionOf(error: ChainError): BroadcastOutcome {
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
