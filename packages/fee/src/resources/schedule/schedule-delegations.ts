import { type Energy, type FeePrices, type SmallUnits, type Address } from '@coin/units';
import { MILLISECONDS, argumentInvalid, bigintArgument, coinArgument, integerArgument } from '../../argument-checks.ts';
import { max } from '../../bigint-math.ts';
import { type NetworkRules, readNetwork } from '../account-state.ts';
import { SIX_HOURS_MS } from '../factor-timeline.ts';
import { COIN } from '../limits.ts';
import {
  type DelegationLock,
  type DelegationSchedule,
  type ScheduleDelegationsOptions,
  type ScheduleStep,
  type SupplyPeriod,
} from './delegation-schedule.ts';
import { delegateLacking, planPeriod } from './plan-period.ts';
import {
  findAccount,
  DEFAULT_LOCK_BLOCKS,
  sumDelegated,
  freeStake,
  type Staker,
  replaceAccount,
  addStandingDelegation,
} from './staker.ts';
import { callsBetween, callsOfWallets, executeCalls, limitNeeded, type WalletCall } from './wallet-calls.ts';

const MINUTE_MS = 60_000;
const MAX_PERIODS = 10_000;
/** A delegation needs a block after the undelegation or stake that it uses. */
const SLOT_MS = 3_000;

/** A schedule to make, checked. */
interface Problem {
  readonly staker: Staker;
  readonly calls: ReadonlyMap<Address, readonly WalletCall[]>;
  readonly from: number;
  readonly periods: number;
  readonly periodMs: number;
  readonly settleMs: number;
  readonly lock: DelegationLock | undefined;
  readonly budget: SmallUnits;
  readonly prices: FeePrices;
}

/** A schedule, and the stake that is free after the delegations of each period. */
interface Outcome {
  readonly schedule: DelegationSchedule;
  readonly free: readonly SmallUnits[];
}

function requireLock(lock: DelegationLock): DelegationLock {
  const { blocks = DEFAULT_LOCK_BLOCKS, maxBlocks = DEFAULT_LOCK_BLOCKS } = lock;
  integerArgument('maxBlocks', maxBlocks, { min: 1, unit: 'blocks' });
  integerArgument('blocks', blocks, { min: 1, max: Math.max(maxBlocks, DEFAULT_LOCK_BLOCKS), unit: 'blocks' });
  return lock;
}

function readStaker(options: ScheduleDelegationsOptions): Staker {
  const { owner, account, wallets, network, delegations = [], pendingUnstakes = [] } = options;
  if (Object.hasOwn(wallets, owner)) throw argumentInvalid('wallets', owner, 'accounts other than the owner');
  const accounts = Object.entries(wallets).map(([address, wallet]) => [address, wallet.account ?? {}] as const);
  for (const { amount, expireTime } of pendingUnstakes) {
    coinArgument('amount', amount);
    integerArgument('expireTime', expireTime, MILLISECONDS);
  }
  let staker: Staker = {
    owner,
    ledger: { network, accounts: { ...Object.fromEntries(accounts), [owner]: account } },
    rows: {},
    pending: pendingUnstakes,
  };
  const rules = readNetwork(network);
  for (const delegation of delegations) {
    const { to, amount, lockedUntil = 0, resource = 'ENERGY', version } = delegation;
    if (resource !== 'ENERGY' || version === 1) continue;
    coinArgument('amount', amount, 1n);
    integerArgument('lockedUntil', lockedUntil, MILLISECONDS);
    if (!Object.hasOwn(wallets, to)) throw argumentInvalid('to', to, 'one of the wallets');
    staker = { ...staker, rows: addStandingDelegation(staker.rows, delegation) };
  }
  let delegated = 0n;
  for (const address of Object.keys(wallets)) {
    const amount = sumDelegated(staker, address);
    const { received } = findAccount(staker, address, rules).energy;
    bigintArgument('delegations', amount, { min: 0n, max: received, unit: 'small units' });
    delegated += amount;
  }
  const most = findAccount(staker, owner, rules).energy.delegated;
  bigintArgument('delegations', delegated, { min: 0n, max: most, unit: 'small units' });
  return staker;
}

function readProblem(options: ScheduleDelegationsOptions): Problem {
  const { wallets, network, contracts, factors, from, lock, maxNewStake = 0n } = options;
  const { periodMs = SIX_HOURS_MS, settleMs = MINUTE_MS, idleStake = 'keep' } = options;
  integerArgument('from', from, MILLISECONDS);
  integerArgument('settleMs', settleMs, { min: SLOT_MS, unit: 'ms' });
  integerArgument('periodMs', periodMs, { min: settleMs + 1, unit: 'ms' });
  if (idleStake !== 'keep' && idleStake !== 'unstake')
    throw argumentInvalid('idleStake', idleStake, "'keep' or 'unstake'");
  const staker = readStaker(options);
  const calls = callsOfWallets(wallets, contracts, factors);
  const times = [...calls.values()].flatMap((list) => [list[0]?.time ?? from, list.at(-1)?.time ?? from]);
  for (const time of times) integerArgument('time', time, { min: from, unit: 'ms since 1970' });
  const last = Math.max(from, ...times);
  const periods = Math.floor((last - from) / periodMs) + 1;
  integerArgument('periods of the load', periods, { min: 1, max: MAX_PERIODS, unit: 'periods' });
  return {
    staker,
    calls,
    from,
    periods,
    periodMs,
    settleMs,
    lock: lock && requireLock(lock),
    budget: coinArgument('maxNewStake', maxNewStake),
    prices: network.prices ?? {},
  };
}

/** The highest limit that each wallet needs from each period on, if it is always supplied. */
function laterLimits({ staker, calls, from, periods, periodMs, settleMs }: Problem): Map<Address, Energy[]> {
  const rules = readNetwork(staker.ledger.network);
  const plenty = { rules: { ...rules, energy: { ...rules.energy, limit: 2n ** 62n, weight: 1n } }, prices: {} };
  const limits = new Map<Address, Energy[]>();
  for (const [address, list] of calls) {
    const { energy, ...rest } = findAccount(staker, address, rules);
    let account = { ...rest, energy: { ...energy, received: COIN } };
    const highest = Array.from({ length: periods }, (_, index) => {
      const begin = from + index * periodMs;
      const needed = limitNeeded(account, callsBetween(list, begin, begin + periodMs + settleMs), plenty.rules);
      account = executeCalls(account, callsBetween(list, begin, begin + periodMs), plenty).account;
      return needed;
    });
    for (let index = periods - 2; index >= 0; index--)
      highest[index] = max(highest[index] ?? 0n, highest[index + 1] ?? 0n);
    limits.set(address, highest);
  }
  return limits;
}

/** Executes the calls of all wallets in some time. */
function runWallets(
  staker: Staker,
  { calls, prices }: Problem,
  { from, until, burned }: { from: number; until: number; burned: Map<Address, SmallUnits> },
): Staker {
  const rules: NetworkRules = readNetwork(staker.ledger.network);
  let after = staker;
  for (const [address, list] of calls) {
    const now = callsBetween(list, from, until);
    if (now.length === 0) continue;
    const executed = executeCalls(findAccount(after, address, rules), now, { rules, prices });
    burned.set(address, (burned.get(address) ?? 0n) + executed.burned);
    after = replaceAccount(after, address, executed.account, rules);
  }
  return after;
}

interface PeriodRun {
  readonly later: Map<Address, Energy[]>;
  readonly isIdleReturned?: boolean;
  /** The stake that may have been unstaked up to each period. */
  readonly released?: readonly SmallUnits[];
}

/** Plans the periods in order. */
function runPeriods(problem: Problem, { later, isIdleReturned = false, released }: PeriodRun): Outcome {
  const { calls, from, periods, periodMs, settleMs, lock } = problem;
  let { staker, budget } = problem;
  const steps: ScheduleStep[] = [];
  const free: SmallUnits[] = [];
  const supply: Record<Address, SupplyPeriod[]> = Object.fromEntries([...calls.keys()].map((address) => [address, []]));
  let [unstaked, total] = [0n, 0n];
  for (let index = 0; index < periods; index++) {
    const begin = from + index * periodMs;
    const [settled, end] = [begin + settleMs, begin + periodMs];
    const wallets = [...calls].map(([address, list]) => ({
      address,
      calls: callsBetween(list, begin, end + settleMs),
      laterLimit: later.get(address)?.[index] ?? 0n,
    }));
    const { early, lacking, ...rest } = planPeriod({
      staker,
      wallets,
      from: begin,
      settled,
      budget,
      isIdleReturned,
    });
    budget = rest.budget;
    const burned = new Map<Address, SmallUnits>();
    staker = runWallets(early.staker, problem, { from: begin, until: settled, burned });
    const idle = max(0n, (released?.[index] ?? 0n) - unstaked);
    const late = delegateLacking(staker, { lacking, settled, lock, idle });
    for (const { intent } of late.steps) if (intent.kind === 'unstake') unstaked += intent.amount;
    staker = late.staker;
    steps.push(...early.steps, ...late.steps);
    free.push(freeStake(staker, settled));
    staker = runWallets(staker, problem, { from: settled, until: end, burned });
    for (const address of calls.keys()) {
      const amount = burned.get(address) ?? 0n;
      total += amount;
      supply[address]?.push({ from: begin, until: end, delegated: sumDelegated(staker, address), burned: amount });
    }
  }
  return { schedule: { steps, supply, burned: total, after: describeState(staker) }, free };
}

function describeState({ owner, ledger: { network, accounts }, rows, pending }: Staker): DelegationSchedule['after'] {
  const { [owner]: account = {}, ...wallets } = accounts;
  const delegations = Object.entries(rows).flatMap(([to, { unlocked, locked, lockedUntil }]) => [
    ...(unlocked > 0n ? [{ to, amount: unlocked }] : []),
    ...(locked > 0n ? [{ to, amount: locked, lockedUntil }] : []),
  ]);
  return { network, account, accounts: wallets, delegations, pendingUnstakes: pending };
}

/** The stake that neither a period nor a later one needs. */
function findIdleStake(free: readonly SmallUnits[]): SmallUnits[] {
  const idle = [...free];
  for (let index = idle.length - 2; index >= 0; index--) {
    const next = idle[index + 1] ?? 0n;
    if (next < (idle[index] ?? 0n)) idle[index] = next;
  }
  return idle;
}

/**
 * Schedules delegations from one staking account that keep several wallets supplied with energy.
 *
 * For each period, it computes with the node's own arithmetic how much stake the calls of each wallet need. Stake stays
 * where it is until another wallet lacks some. Then surplus returns, unless it is locked, and is delegated again a
 * moment later. Use returns with stake, and the stake behind it cannot be delegated until that use recovers. If nothing
 * is left to move, `maxNewStake` is staked, and the rest is burned: `supply` states how much, to the unit.
 *
 * Every wallet that `supply` says burns 0 is supplied if steps and calls are executed at their times, nothing else
 * changes these accounts, and the network's weight changes only by the steps. To allow for more, pass a larger load.
 * With `idleStake: 'unstake'`, stake that no later period needs is released. It is paid out 14 days later, and at most
 * 32 releases are pending at a time.
 *
 * Each step also uses some 280 bytes of the staking account's bandwidth.
 *
 * Source: docs/protocol/staking.md, "DelegateResource", "UnDelegateResource", "UnfreezeBalanceV2".
 *
 * @param options - `owner`, `account` and `wallets`; `network`; `from` and `periodMs` in milliseconds; amounts are
 * small units; locks are blocks of 3 s, 1 to the network's maximum; at most 10,000 periods
 * @returns the steps, what each wallet burns in each period, and the state at the end
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { scheduleDelegations } from '@coin/fee/resources';
 *
 * const network = {
 *   energy: { limit: 180_000_000_000n, weight: 19_000_000_000n },
 *   bandwidth: { limit: 43_200_000_000n, weight: 26_500_000_000n },
 *   freeBandwidth: 600,
 *   prices: { energy: 100n },
 * };
 * const from = 1_700_000_000_000;
 * const kinds = { withdrawal: { size: 345, energy: 64_285n } };
 * const load = { kinds, transactions: { from: from + 60_000, hours: 24, perHour: [{ withdrawal: 10 }] } };
 * const { steps, burned } = scheduleDelegations({
 *   owner: 'TStaker',
 *   account: { energy: { stake: 2_000_000_000_000n } },
 *   wallets: { TAsia: { load }, TEurope: { load } },
 *   network,
 *   from,
 * });
 * steps.map(({ intent }) => intent.kind); // => ['delegate', 'delegate']
 * burned; // => 0n
 * ```
 */
export function scheduleDelegations(options: ScheduleDelegationsOptions): DelegationSchedule {
  const problem = readProblem(options);
  const later = laterLimits(problem);
  if (options.idleStake !== 'unstake') return runPeriods(problem, { later }).schedule;
  const kept = runPeriods(problem, { later, isIdleReturned: true });
  const { schedule } = runPeriods(problem, { later, isIdleReturned: true, released: findIdleStake(kept.free) });
  return schedule.burned > kept.schedule.burned ? kept.schedule : schedule;
}
