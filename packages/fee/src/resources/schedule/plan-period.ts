import { type Energy, type SmallUnits, type Address } from '@coin/units';
import { max, min, sum } from '../../bigint-math.ts';
import { type NetworkRules, readNetwork } from '../account-state.ts';
import { COIN, findStakeForCalls } from '../limits.ts';
import { type DelegationLock, type ScheduleStep } from './delegation-schedule.ts';
import {
  findAccount,
  delegate,
  freeStake,
  findReturnable,
  stakeMore,
  type Staker,
  undelegate,
  unstake,
  wholeCoins,
} from './staker.ts';
import { limitNeeded, type WalletCall } from './wallet-calls.ts';

/** A wallet in a period. */
export interface PeriodWallet {
  readonly address: Address;
  /** Its calls until the delegations of the next period. */
  readonly calls: readonly WalletCall[];
  /** The highest limit that it needs in this period or a later one. */
  readonly laterLimit: Energy;
}

/** The state at the start of a period, and the rules for it. */
export interface PeriodOptions {
  readonly staker: Staker;
  readonly wallets: readonly PeriodWallet[];
  /** The time at which stake is added and returns. */
  readonly from: number;
  /** The time at which stake is delegated. */
  readonly settled: number;
  /** The coin that may still be staked. */
  readonly budget: SmallUnits;
  /** Whether stake that no later period needs returns immediately. */
  readonly isIdleReturned: boolean;
}

/** The most rounds in which a plan is improved. */
const ROUNDS = 12;

interface Trial {
  readonly staker: Staker;
  readonly steps: readonly ScheduleStep[];
}

/** The stake beyond which, or the missing stake up to which, a wallet's calls are paid for; whole coins. */
function computeSurplus(staker: Staker, wallet: PeriodWallet, rules: NetworkRules, limit?: Energy): bigint {
  const account = findAccount(staker, wallet.address, rules);
  const { energy } = account;
  const needed = limit ?? limitNeeded(account, wallet.calls, rules);
  const surplus = energy.stake + energy.received - findStakeForCalls(needed, rules.energy) * COIN;
  // What is missing is rounded up.
  return surplus < 0n ? -wholeCoins(COIN - 1n - surplus) : wholeCoins(surplus);
}

/** Returns stake from a wallet, or as much of it as the wallet can spare: its use changes with its stake. */
function returnFrom(
  trial: Trial,
  wallet: PeriodWallet,
  { amount, time }: { amount: SmallUnits; time: number },
): Trial | undefined {
  const rules = readNetwork(trial.staker.ledger.network);
  let returned = amount;
  for (let round = 0; round < ROUNDS && returned > 0n; round++) {
    const { staker, step } = undelegate(trial.staker, wallet.address, returned, time);
    const surplus = computeSurplus(staker, wallet, rules);
    if (surplus >= 0n) return { staker, steps: [...trial.steps, step] };
    returned += surplus;
  }
  return undefined;
}

/** Returns the stake that wallets will not need again. */
function returnIdleStake(trial: Trial, { wallets, from }: PeriodOptions): Trial {
  let current = trial;
  const rules = readNetwork(trial.staker.ledger.network);
  for (const wallet of wallets) {
    const surplus = min(
      computeSurplus(current.staker, wallet, rules),
      computeSurplus(current.staker, wallet, rules, wallet.laterLimit),
    );
    const amount = min(surplus, wholeCoins(findReturnable(current.staker, wallet.address, from)));
    if (amount > 0n) current = returnFrom(current, wallet, { amount, time: from }) ?? current;
  }
  return current;
}

/** Returns surplus stake, the largest first, until the free stake covers the lack elsewhere. */
function returnSurplus(trial: Trial, missing: bigint, { wallets, from, settled }: PeriodOptions): Trial {
  const rules = readNetwork(trial.staker.ledger.network);
  const spare = wallets
    .map((wallet) => ({
      wallet,
      most: min(
        computeSurplus(trial.staker, wallet, rules),
        wholeCoins(findReturnable(trial.staker, wallet.address, from)),
      ),
    }))
    .filter(({ most }) => most > 0n)
    .sort((one, other) => (one.most > other.most ? -1 : 1));
  let current = trial;
  for (const { wallet, most } of spare) {
    const before = current;
    let amount = 0n;
    for (let round = 0; round < ROUNDS; round++) {
      const gap = missing - freeStake(current.staker, settled);
      if (gap <= 0n) return current;
      if (amount === most) break;
      // Part of the stake that returns is behind use, so more has to return.
      amount = round === ROUNDS - 1 ? most : min(most, amount + gap);
      current = returnFrom(before, wallet, { amount, time: from }) ?? current;
    }
  }
  return current;
}

/** The stake that each wallet lacks, in small units. */
export type Lacking = ReadonlyMap<Address, SmallUnits>;

/** The stake that wallets lack. If enough is free, this covers all their calls, so nothing has to move later. */
function findLacking(staker: Staker, { wallets, settled }: PeriodOptions): Lacking {
  const rules = readNetwork(staker.ledger.network);
  const lacks = (limit: (wallet: PeriodWallet) => Energy | undefined) =>
    new Map(wallets.map((wallet) => [wallet.address, max(0n, -computeSurplus(staker, wallet, rules, limit(wallet)))]));
  const now = lacks(() => undefined);
  const later = lacks(({ laterLimit }) => laterLimit);
  const most = new Map([...now].map(([address, amount]) => [address, max(amount, later.get(address) ?? 0n)]));
  return sum([...most.values()]) <= freeStake(staker, settled) ? most : now;
}

/** The stakes and returns of a period, and the stake to delegate after them. */
export function planPeriod(options: PeriodOptions): { early: Trial; budget: SmallUnits; lacking: Lacking } {
  const { from, settled, budget } = options;
  let start: Trial = { staker: options.staker, steps: [] };
  let staked = 0n;
  for (let round = 0; ; round++) {
    const idle = options.isIdleReturned ? returnIdleStake(start, options) : start;
    const lacking = findLacking(idle.staker, options);
    const total = sum([...lacking.values()]);
    const early = returnSurplus(idle, total, options);
    const gap = total - freeStake(early.staker, settled);
    if (gap <= 0n || staked >= wholeCoins(budget) || round === ROUNDS)
      return { early, budget: budget - staked, lacking };
    // More stake makes all of it yield less, so the next round may need more.
    staked = min(wholeCoins(budget), staked + gap);
    const { staker, step } = stakeMore(options.staker, staked, from);
    start = { staker, steps: [step] };
  }
}

/** Delegates the resources that wallets lack, up to the free stake, and releases idle stake. */
export function delegateLacking(
  staker: Staker,
  {
    lacking,
    settled,
    lock,
    idle,
  }: {
    readonly lacking: Lacking;
    readonly settled: number;
    readonly lock: DelegationLock | undefined;
    readonly idle: SmallUnits;
  },
): Trial {
  let current: Trial = { staker, steps: [] };
  for (const [receiver, wanted] of lacking) {
    const amount = min(wanted, freeStake(current.staker, settled));
    if (amount < COIN) continue;
    const { staker: after, step } = delegate(current.staker, { receiver, amount, lock }, settled);
    current = { staker: after, steps: [...current.steps, step] };
  }
  const released = min(idle, freeStake(current.staker, settled));
  const change = released < COIN ? undefined : unstake(current.staker, released, settled);
  return change === undefined ? current : { staker: change.staker, steps: [...current.steps, change.step] };
}
