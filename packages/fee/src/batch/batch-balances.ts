import { type SmallUnits, type Address, type AccountFunds } from '@coin/units';
import { type TransactionCharge } from '../expected-fee.ts';
import { leftAt, type RecoveringUse, useFromQuota, addFreeUse, addStakeUse } from './recovering-use.ts';

/** The resources left to the accounts of a batch, transaction by transaction. Slots count from the head block. */
export interface BatchBalances {
  /** Undefined if the account's resources are unknown. */
  readonly left: (address: Address, slot: number) => AccountFunds | undefined;
  /** Adds received coin to an account's balance. */
  readonly receive: (address: Address, amount: SmallUnits) => void;
  /** Takes from its owner what a transaction sends, burns and uses. The balance may become negative. */
  readonly pay: (owner: Address, paid: { amount: SmallUnits; charge: TransactionCharge; slot: number }) => void;
  /** Takes the staked energy that a contract's deployer pays. */
  readonly useEnergy: (address: Address, energy: bigint, slot: number) => void;
}

interface Account {
  readonly balance: SmallUnits;
  readonly energy: RecoveringUse;
  readonly stakedBandwidth: RecoveringUse;
  readonly freeBandwidth: RecoveringUse;
}

/** An account as it was read. If only the rest of a resource is known, the rest counts as its limit. */
function accountFrom({ balance, energy, stakedBandwidth, freeBandwidth, quotas }: AccountFunds): Account {
  const rest = (limit: bigint | number) => ({ used: 0n, limit: BigInt(limit) });
  return {
    balance,
    energy: useFromQuota(quotas?.energy ?? rest(energy)),
    stakedBandwidth: useFromQuota(quotas?.stakedBandwidth ?? rest(stakedBandwidth)),
    freeBandwidth: useFromQuota(quotas?.freeBandwidth ?? rest(freeBandwidth)),
  };
}

/** Starts with the accounts as they were read. */
export function createBatchBalances(funds: ReadonlyMap<Address, AccountFunds | undefined>): BatchBalances {
  const accounts = new Map<Address, Account>();
  for (const [address, read] of funds) if (read !== undefined) accounts.set(address, accountFrom(read));

  function change(address: Address, changes: (account: Account) => Partial<Account> | false): void {
    const account = accounts.get(address);
    if (account !== undefined) accounts.set(address, { ...account, ...changes(account) });
  }
  const useEnergy: BatchBalances['useEnergy'] = (address, amount, slot) =>
    change(address, ({ energy }) => amount > 0n && { energy: addStakeUse(energy, amount, slot) });

  return {
    left(address, slot) {
      const account = accounts.get(address);
      return (
        account && {
          balance: account.balance,
          energy: leftAt(account.energy, slot),
          stakedBandwidth: Number(leftAt(account.stakedBandwidth, slot)),
          freeBandwidth: Number(leftAt(account.freeBandwidth, slot)),
        }
      );
    },
    receive: (address, amount) => change(address, ({ balance }) => ({ balance: balance + amount })),
    pay(owner, { amount, charge, slot }) {
      const [staked, free] = [BigInt(charge.stakedBandwidth), BigInt(charge.freeBandwidth)];
      useEnergy(owner, charge.energy, slot);
      change(owner, ({ balance, stakedBandwidth, freeBandwidth }) => ({
        balance: balance - amount - charge.fee.total,
        ...(staked > 0n && { stakedBandwidth: addStakeUse(stakedBandwidth, staked, slot) }),
        ...(free > 0n && { freeBandwidth: addFreeUse(freeBandwidth, free, slot) }),
      }));
    },
    useEnergy,
  };
}
