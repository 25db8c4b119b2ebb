import { Transaction } from '../protocol/messages.ts';
import type { TransactionMessage } from '../protocol/messages.ts';
import { create } from '../protocol/wire.ts';
import { headSlot, headTime, solidBlock } from '../state/blocks.ts';
import type { State } from '../state/root.ts';
import type { Chain } from './chain.ts';
import { advanceClock, latestState } from './chain.ts';
import { anyOf, notModelled } from '../ledger/execution/prepared-transaction.ts';
import { transactionTypes } from '../ledger/transactions/index.ts';

/** How long a built transaction is good for, in milliseconds after the head block. */
const expirationTime = 60_000;

/**
 * Validates a contract against the ledger with its pending transactions, and puts a transaction around it. The clock goes
 * on by a millisecond, so that two equal requests give two transactions.
 *
 * Source: docs/protocol/transfers.md, Fields the node fills.
 *
 * @param type number in the protocol's ContractType.
 * @throws ContractValidateError with the node's words.
 */
export function buildTransaction(
  chain: Chain,
  type: number,
  contract: object,
  { feeLimit = 0n }: { readonly feeLimit?: bigint } = {},
): TransactionMessage {
  const state = latestState(chain);
  validateForBuild(chain, state, type, contract);
  advanceClock(chain, chain.ledger.clock + 1);
  return wrapContract(chain, state, { type, contract, feeLimit });
}

function validateForBuild(chain: Chain, state: State, number: number, contract: object): void {
  const type = transactionTypes.get(number);
  if (type === undefined) throw notModelled(number);
  if ('plan' in type) {
    type.checkBuild(contract);
    return;
  }
  const { network } = chain;
  const context = {
    state,
    network,
    now: headTime(state),
    slot: headSlot(state),
    transactionId: '',
    phase: 'build',
  } as const;
  type.validate(context, contract);
}

/** Puts a transaction around a contract as it is: reference to the last solid block, expiration, the clock's time. */
export function wrapContract(
  chain: Chain,
  state: State,
  { type, contract, feeLimit = 0n }: { readonly type: number; readonly contract: object; readonly feeLimit?: bigint },
): TransactionMessage {
  const { schema, name } = transactionTypes.get(type)!;
  const { id } = solidBlock(state);
  return create(Transaction, {
    raw_data: {
      contract: [{ type, parameter: anyOf(name, schema, contract) }],
      ref_block_bytes: id.slice(12, 16),
      ref_block_hash: id.slice(16, 32),
      expiration: BigInt(headTime(state) + expirationTime),
      timestamp: BigInt(chain.ledger.clock),
      fee_limit: feeLimit,
    },
  });
}
