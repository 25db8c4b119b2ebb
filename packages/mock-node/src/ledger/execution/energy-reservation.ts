import { type Address } from '../../protocol/primitives.ts';
import { getAccount, putAccount, updateAccount } from '../../state/accessors/accounts.ts';
import { headSlot } from '../../state/accessors/blocks.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type Account, type ResourceUse } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { wholeCoinEnergyLimit } from '../staking/resource-limits.ts';
import { usageWindow } from '../staking/resource-recovery.ts';
import { increaseUsage, recoveredUsage, refreshUsage } from '../staking/resource-usage.ts';

/** Energy use around a reservation: refreshed before it, and right after it. */
export interface EnergyReservation {
  readonly before: ResourceUse;
  readonly after: ResourceUse;
}

/** Staked energy that an account has left for a call. docs/protocol/staking.md, Stake left. */
export function energyLeftForCall(state: State, account: Account): bigint {
  const left = wholeCoinEnergyLimit(state, account) - recoveredUsage(state, account.energy, headSlot(state));
  return left > 0n ? left : 0n;
}

/**
 * Reserves staked energy before a contract runs, which makes it count as used for the contract.
 *
 * Source: docs/protocol/staking.md, Pre-charge.
 */
export function reserveEnergy(state: State, account: Account, amount: bigint): EnergyReservation {
  const now = headSlot(state);
  const before = refreshUsage(state, account.energy, now);
  const after = increaseUsage(state, before, amount, now);
  putAccount(state, { ...account, energy: after });
  return { before, after };
}

/**
 * Removes a reservation from an account's energy use after a successful call. Changes that the call itself made to the
 * use stay.
 *
 * Source: docs/protocol/staking.md, Bill.
 */
export function undoReservation(state: State, address: Address, { before, after }: EnergyReservation): void {
  const current = getAccount(state, address)?.energy;
  if (current === undefined) return;
  const [window, windowBefore, windowAfter] = [usageWindow(current), usageWindow(before), usageWindow(after)];
  const area = current.usage * window.slots - (after.usage * windowAfter.slots - before.usage * windowBefore.slots);
  // If the window is still the reservation's, nothing else was added.
  const kept = windowAfter.slots === window.slots ? windowBefore : window;
  const usage = BigInt.asIntN(64, area) / kept.slots;
  const keptWindow = isEnabled(state, 'getAllowCancelAllUnfreezeV2') ? kept.thousandths : kept.slots;
  const energy = usage > 0n ? { ...current, usage, window: keptWindow } : { ...current, usage: 0n, window: 0n };
  updateAccount(state, address, { energy });
}
