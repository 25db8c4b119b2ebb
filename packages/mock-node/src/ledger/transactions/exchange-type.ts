import { ChainError, ContractExecuteError, ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type ExecutionContext, type NativeRules, type TransactionType } from './transaction-type.ts';

/** The first block version whose nodes report Java's arithmetic errors in exchanges as errors of the transaction. */
const CAUGHT_SINCE = 36;

/** Makes a type that changes an exchange's balances, with arithmetic errors as the nodes of its network report them. */
export function exchangeType<Contract extends { readonly owner_address: string }>(
  rules: NativeRules<Contract>,
): TransactionType {
  const { validate, execute } = rules;
  return nativeType({
    ...rules,
    validate: (context, contract) => report(context, ContractValidateError, () => validate(context, contract)),
    execute: (context, contract) => report(context, ContractExecuteError, () => execute(context, contract)),
  });
}

function report<Result>(
  { network }: ExecutionContext,
  Reported: typeof ContractValidateError | typeof ContractExecuteError,
  run: () => Result,
): Result {
  try {
    return run();
  } catch (error) {
    if (network.blockVersion < CAUGHT_SINCE || !(error instanceof ChainError)) throw error;
    throw error.javaClass === 'java.lang.ArithmeticException' ? new Reported(error.message) : error;
  }
}
