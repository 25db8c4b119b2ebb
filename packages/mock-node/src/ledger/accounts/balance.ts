import { MAX_INT64 } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { addBalance, getAccount } from '../../state/accessors/accounts.ts';
import { isEnabled, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { ContractExecuteError } from '../ledger-errors.ts';

/**
 * Adds small units to the balance of an existing account; a negative amount subtracts.
 *
 * @throws ContractExecuteError with the node's message if the balance is insufficient or would exceed int64.
 */
export function adjustBalance(state: State, address: Address, amount: bigint): void {
  if (amount === 0n) return;
  const account = getAccount(state, address);
  if (account === undefined) throw new ContractExecuteError(`Account[${address}] not exists`);
  if (amount < 0n && account.balance < -amount) {
    throw new ContractExecuteError(`${address} insufficient balance, balance: ${account.balance}, amount: ${-amount}`);
  }
  if (account.balance + amount > MAX_INT64) throw new ContractExecuteError('long overflow');
  addBalance(state, address, amount);
}

/**
 * Takes paid small units out of circulation: into the burn counter, or to the black-hole account on networks without
 * `getAllowOptimizeBlackHole`.
 *
 * Source: docs/protocol/bandwidth.md, Where burned coin goes.
 */
export function burn(state: State, amount: bigint): void {
  if (amount === 0n) return;
  if (isEnabled(state, 'getAllowOptimizeBlackHole')) {
    updateProperties(state, { burned: state.root.properties.burned + amount });
  } else {
    addBalance(state, state.root.properties.blackhole, amount);
  }
}

/** Burns a fee for bandwidth or energy, or keeps it for the block producers if `getAllowTransactionFeePool` is on. */
export function burnOrPool(state: State, amount: bigint): void {
  if (isEnabled(state, 'getAllowTransactionFeePool')) {
    updateProperties(state, { transactionFeePool: state.root.properties.transactionFeePool + amount });
  } else {
    burn(state, amount);
  }
}

/** Pays a fee from an existing account and burns it. @throws ContractExecuteError if the balance is insufficient. */
export function payFee(state: State, payer: Address, fee: bigint): void {
  adjustBalance(state, payer, -fee);
  burn(state, fee);
}
