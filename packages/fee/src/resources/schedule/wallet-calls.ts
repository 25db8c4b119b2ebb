import { type Energy, type FeePrices, type SmallUnits } from '@coin/units';
import { type AccountState, type NetworkRules } from '../account-state.ts';
import { chargeAccounts, useEnergyOfStake } from '../charge-accounts.ts';
import { createFactorTimeline } from '../factor-timeline.ts';
import { type FactorSchedule, type LoadedContract, readLoad } from '../load.ts';
import { usedAt } from '../recovery.ts';
import { type SuppliedWallet } from './delegation-schedule.ts';

/** A call of a wallet, with the energy that it uses at its time. */
export interface WalletCall {
  readonly time: number;
  readonly energy: Energy;
}

/** The calls of all wallets in order, under the factors that they cause together. */
export function callsOfWallets(
  wallets: Readonly<Record<string, SuppliedWallet>>,
  contracts: Readonly<Record<string, LoadedContract>> | undefined,
  factors: FactorSchedule | undefined,
): ReadonlyMap<string, readonly WalletCall[]> {
  const timeline = createFactorTimeline(contracts, factors);
  const calls = new Map<string, WalletCall[]>();
  const all = Object.entries(wallets).flatMap(([address, { load }]) => {
    const own: WalletCall[] = [];
    calls.set(address, own);
    return readLoad(load).map(({ kind, time }) => ({ own, time, kind: load.kinds[kind] ?? { size: 0 } }));
  });
  all.sort((one, other) => one.time - other.time);
  for (const { own, time, kind } of all) {
    const energy = timeline.call(kind, time);
    if (energy > 0n) own.push({ time, energy });
  }
  return calls;
}

/** The calls from one time to another, which is excluded. */
export const callsBetween = (calls: readonly WalletCall[], from: number, until: number): readonly WalletCall[] =>
  calls.slice(indexAt(calls, from), indexAt(calls, until));

/** The number of calls before a time. */
function indexAt(calls: readonly WalletCall[], time: number): number {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.time ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The energy limit at which stake pays for all calls. Their use then does not depend on the limit. */
export function limitNeeded(account: AccountState, calls: readonly WalletCall[], rules: NetworkRules): Energy {
  let state = account;
  let highest = 0n;
  for (const { time, energy } of calls) {
    const slot = rules.slotAt(time);
    const sum = usedAt(state.energy.use, slot) + energy;
    if (sum > highest) highest = sum;
    state = useEnergyOfStake(state, energy, { slot, failed: false }, rules);
  }
  return highest;
}

/** Executes calls with the account's stake. Returns the coin that they burn for energy, and the account after them. */
export function executeCalls(
  account: AccountState,
  calls: readonly WalletCall[],
  { rules, prices }: { rules: NetworkRules; prices: FeePrices },
): { account: AccountState; burned: SmallUnits } {
  let state = account;
  let burned = 0n;
  for (const { time, energy } of calls) {
    const transaction = { size: 0, energy };
    const charged = chargeAccounts(state, { transaction, failed: false, prices, slot: rules.slotAt(time) }, rules);
    burned += charged.charge.fee.energy;
    state = charged.owner;
  }
  return { account: state, burned };
}
