import { type ArgumentContext, CodedError, type ErrorTable, isCodedError, quoteContext } from '@coin/errors';

/** The context of each code. */
export interface PaymentsErrorContexts {
  /**
   * An argument has the wrong type or is out of range, an option has an unknown name, or an id already names another
   * intent.
   *
   * Pass a value that `expected` describes. Choose another id for another payment.
   */
  ARGUMENT_INVALID: ArgumentContext;
  /**
   * A function of the store threw. Its error is the `cause`.
   *
   * Repair the store, and repeat the call: it continues from the stored state.
   */
  STORE_FAILED: { readonly method: string; readonly reason: string };
  /**
   * The server of the store has settings with which it can lose a change that it has confirmed. `settings` names each
   * of them with its value and the value that it must have. Nothing was signed.
   *
   * Change the settings on the server, and run the outbox again.
   */
  STORE_UNSAFE: { readonly settings: string };
  /**
   * The store has forgotten what it confirmed: a copy was restored, a replica without the latest changes was promoted,
   * or the store reports changes that it does not make. `txID` may have paid the entry `id`. As the `problem` of an
   * entry, it ends that entry alone; as an error, it ends the run.
   *
   * Look `txID` up on the chain. If it paid the entry, leave the entry as it is; otherwise call `retry(id)`. After an
   * error, compare all transactions of the account since the copy was made.
   */
  STORE_OUTDATED: { readonly id: string; readonly txID: string; readonly reason: string };
  /**
   * A record of the store is damaged, or a later release wrote it. `key` names it, such as `entry/withdrawal-7`. A damaged
   * entry stops only itself and later ones of its group.
   *
   * Use the latest release of this package. If the error stays, restore the record from a copy of the store, and start
   * the run again.
   */
  RECORD_INVALID: { readonly key: string; readonly field: string; readonly expected: string };
  /**
   * One of your callbacks, such as `onChange`, threw. Its error is the `cause`, and the change is stored. A run ends.
   *
   * Correct the callback, and run the outbox again.
   */
  CALLBACK_FAILED: { readonly callback: string; readonly reason: string };
  /**
   * A signer has signed with a key that may not sign for the account `owner`, or no signer of a run may. `signer` is the
   * address of the key. Nothing was sent. The run waits.
   *
   * Use the key of the account, or one of a permission of the account.
   */
  SIGNER_MISMATCH: { readonly owner: string; readonly signer: string };
  /**
   * The node belongs to another network than the store. `expected` and `actual` are ids of genesis blocks.
   *
   * Correct the URL, or use another store. Nothing was signed.
   */
  NETWORK_MISMATCH: { readonly expected: string; readonly actual: string; readonly endpoint: string };
  /**
   * A batch of the watch `name` was not saved: another process runs the watch, or an earlier batch was not saved. Nothing
   * was written.
   *
   * Roll your transaction back, and call `watchDeposits` again: it continues with the stored position.
   */
  WATCH_MOVED: { readonly name: string };
  /**
   * The node failed each time that it was asked for its network or its blocks. The `RpcError` is the `cause`.
   *
   * Use another node, and run the outbox again.
   */
  NODE_FAILED: { readonly reason: string };
}

/** The literal codes of this package's errors: public API. */
export type PaymentsErrorCode = keyof PaymentsErrorContexts;

const table: ErrorTable<PaymentsErrorContexts> = {
  package: 'payments',
  messages: {
    STORE_FAILED: 'The store failed in {method}. Repair it and repeat the call: {reason}',
    STORE_UNSAFE:
      'The store can lose confirmed payments, and they would be paid twice. Change these settings: {settings}.',
    STORE_OUTDATED:
      'Payment {id} may have been made already by transaction {txID}: {reason}. Look the transaction up before you retry the payment.',
    RECORD_INVALID:
      'The record {key} of the store is damaged: {field} must be {expected}. Use the latest release, or restore the record.',
    CALLBACK_FAILED: '{callback} threw after a change was stored. Catch its errors inside it: {reason}',
    SIGNER_MISMATCH:
      'The key of {signer} may not sign for {owner}. Use the key of this account, or one of its permissions.',
    NETWORK_MISMATCH:
      '{endpoint} belongs to another network: its genesis block is {actual}, expected {expected}. Correct the URL, or use another store.',
    WATCH_MOVED:
      'The watch {name} has moved since this batch was read. Run one watch of a name at a time, save each batch, and start again after an error.',
    NODE_FAILED: 'The run ended because the node failed. Check the node, and run again: {reason}',
  },
};

/**
 * The only error class of this package. `code` identifies the failure, and `context` has the values of that code. Texts
 * that message and context quote have no control characters, and long data in them is cut. Keys and credentials of the
 * client never enter them.
 *
 * @example
 * ```ts
 * import { isPaymentsError, PaymentsError } from '@coin/payments';
 *
 * const error: unknown = new PaymentsError('STORE_FAILED', { method: 'get', reason: 'disk full' });
 * isPaymentsError(error, 'STORE_FAILED') && error.context.method; // => 'get'
 * ```
 */
export class PaymentsError<C extends PaymentsErrorCode = PaymentsErrorCode> extends CodedError<
  PaymentsErrorContexts,
  C
> {
  override readonly name = 'PaymentsError';

  constructor(code: C, context: PaymentsErrorContexts[C], options?: { readonly cause?: unknown }) {
    super(table, code, quoteContext(context), options);
  }
}

/**
 * Returns whether a value is an error of this package, with this code if one is given. Narrows `context`.
 *
 * It compares name and code, so it also recognizes errors of another copy of the package.
 *
 * @param error - any value, as caught
 * @param code - one of the `PaymentsErrorCode`s
 *
 * @example
 * ```ts
 * import { isPaymentsError, PaymentsError } from '@coin/payments';
 *
 * const error: unknown = new PaymentsError('NODE_FAILED', { reason: 'status 503' });
 * isPaymentsError(error); // => true
 * isPaymentsError(error, 'STORE_FAILED'); // => false
 * isPaymentsError(new Error('NODE_FAILED')); // => false
 * ```
 */
export function isPaymentsError<C extends PaymentsErrorCode = PaymentsErrorCode>(
  error: unknown,
  code?: C,
): error is { [Code in C]: PaymentsError<Code> }[C] {
  return isCodedError(error, 'PaymentsError', code);
}
