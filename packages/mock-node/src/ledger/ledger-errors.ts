/**
 * An error of the node with its own message. `javaClass` is printed before the message in HTTP answers.
 *
 * Source: docs/protocol/http.md, Generic error object.
 */
export class ChainError extends Error {
  override readonly name: string = 'ChainError';
  readonly javaClass: string;

  constructor(javaClass: string, message: string) {
    super(message);
    this.javaClass = javaClass;
  }
}

/** A transaction's contract is not valid: one of its checks fails, or its owner has no account. */
export class ContractValidateError extends ChainError {
  override readonly name = 'ContractValidateError';

  constructor(message: string) {
    super('org.tron.core.exception.ContractValidateException', message);
  }
}

/** A valid contract fails during execution, usually because of an insufficient balance. */
export class ContractExecuteError extends ChainError {
  override readonly name = 'ContractExecuteError';

  constructor(message: string) {
    super('org.tron.core.exception.ContractExeException', message);
  }
}

/** The signatures of a transaction do not authorise it. */
export class ValidateSignatureError extends ChainError {
  override readonly name = 'ValidateSignatureError';

  constructor(message: string) {
    super('org.tron.core.exception.ValidateSignatureException', message);
  }
}

/** The bandwidth, memo or multi-signature fee cannot be paid. */
export class AccountResourceInsufficientError extends ChainError {
  override readonly name = 'AccountResourceInsufficientError';

  constructor(message: string) {
    super('org.tron.core.exception.AccountResourceInsufficientException', message);
  }
}

/** The reference block of a transaction is unknown. */
export class TaposError extends ChainError {
  override readonly name = 'TaposError';

  constructor(message: string) {
    super('org.tron.core.exception.TaposException', message);
  }
}

/** A transaction has expired, or expires too late. */
export class TransactionExpirationError extends ChainError {
  override readonly name = 'TransactionExpirationError';

  constructor(message: string) {
    super('org.tron.core.exception.TransactionExpirationException', message);
  }
}

/** A transaction exceeds the size limit. */
export class TooBigTransactionError extends ChainError {
  override readonly name = 'TooBigTransactionError';

  constructor(message: string) {
    super('org.tron.core.exception.TooBigTransactionException', message);
  }
}

/** The chain already has the same transaction. */
export class DuplicateTransactionError extends ChainError {
  override readonly name = 'DuplicateTransactionError';

  constructor(message: string) {
    super('org.tron.core.exception.DupTransactionException', message);
  }
}

/** Something that only real nodes do. */
export class NotModelledError extends ContractValidateError {
  constructor(what: string) {
    super(`@coin/mock-node does not model ${what}; a real node might accept it`);
  }
}

/** Creates the error for a Java class and a message. */
export function chainError(javaClass: string, message: string): ChainError {
  const known = [ContractValidateError, ContractExecuteError].map((KnownError) => new KnownError(message));
  return known.find((error) => error.javaClass === javaClass) ?? new ChainError(javaClass, message);
}
