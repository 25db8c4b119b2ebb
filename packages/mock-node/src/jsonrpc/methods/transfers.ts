import { buildTransaction } from '../../chain/build-transaction.ts';
import { type Chain } from '../../chain/chain.ts';
import { javaException } from '../../json/request-errors.ts';
import { TransferContract } from '../../protocol/messages/contract-messages.ts';
import { type TransactionMessage } from '../../protocol/messages/messages.ts';
import { type Address } from '../../protocol/primitives.ts';
import { CONTRACT_REFUSED, internalError, invalidRequest, isOfParameters, messageOf } from '../envelope/failures.ts';
import { type CallArguments } from '../values/call-arguments.ts';
import { readAddress, readAmount } from '../values/quantities.ts';

/** Builds a transfer of coin. @throws MethodError */
export function transferCoin(
  chain: Chain,
  owner: Address,
  { to, value }: Pick<CallArguments, 'to' | 'value'>,
): TransactionMessage {
  const amount = readAmount(value);
  const contract = { owner_address: owner, to_address: readAddress(to), amount };
  return built(() => buildTransaction(chain, TransferContract, contract));
}

/**
 * Runs an operation that may reject a transaction. Unlike in calls, failures keep their message. @throws MethodError
 */
export function built<T>(build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (isOfParameters(error)) throw error;
    if (javaException(error)?.javaClass === CONTRACT_REFUSED) throw invalidRequest(messageOf(error));
    throw internalError(messageOf(error));
  }
}
